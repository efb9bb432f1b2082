import { createContext, type ReactNode, useContext, useState } from 'react';
import type { SecondStep } from '../../contract/second-step.ts';
import { SecondStepForm } from './second-step-form.tsx';

/** A second step of a sign-in, and the path to go to afterwards. */
export interface AskedStep extends SecondStep {
  /** Path of this site. */
  readonly to: string;
}

const SecondStepContext = createContext<((step: AskedStep) => void) | undefined>(undefined);

/** Starts the second step of a sign-in; needs a `SecondStepGate` above it. */
export function useSecondStep(): (step: AskedStep) => void {
  const ask = useContext(SecondStepContext);
  if (!ask) throw new Error('useSecondStep needs a SecondStepGate above it.');
  return ask;
}

/** Shows the ways to sign in; replaces them by the second step when one of them requires it. */
export function SecondStepGate({ children }: { readonly children: ReactNode }) {
  const [step, setStep] = useState<AskedStep>();
  if (step) return <SecondStepForm step={step} onCancel={() => setStep(undefined)} />;
  return <SecondStepContext value={setStep}>{children}</SecondStepContext>;
}
