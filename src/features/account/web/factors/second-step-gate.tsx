import { createContext, type ReactNode, useContext, useState } from 'react';
import type { SecondStep } from '../../contract/second-step.ts';
import { SecondStepForm } from './second-step-form.tsx';

/** A second step of a sign-in, and where it leads. */
export interface AskedStep extends SecondStep {
  /** Path of this site. */
  readonly to: string;
}

const SecondStepContext = createContext<((step: AskedStep) => void) | undefined>(undefined);

/** How a form goes on whose account asks for a second step; needs a `SecondStepGate` above it. */
export function useSecondStep(): (step: AskedStep) => void {
  const ask = useContext(SecondStepContext);
  if (!ask) throw new Error('useSecondStep needs a SecondStepGate above it.');
  return ask;
}

/** Shows the ways to sign in, until one of them asks for a second step; then that, in their place. */
export function SecondStepGate({ children }: { readonly children: ReactNode }) {
  const [step, setStep] = useState<AskedStep>();
  if (step) return <SecondStepForm step={step} onCancel={() => setStep(undefined)} />;
  return <SecondStepContext value={setStep}>{children}</SecondStepContext>;
}
