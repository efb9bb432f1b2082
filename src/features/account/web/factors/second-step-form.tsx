import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { Problem } from '../../../../platform/contract/problems.ts';
import { call } from '../../../../platform/web/api.ts';
import { useSiteSettings } from '../../../../platform/web/site-settings.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { PageHeading } from '../../../../platform/web/ui/headings.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { beginSecondPasskey, secondFactor } from '../../contract/factors.ts';
import type { Method } from '../../contract/second-step.ts';
import { accountMessageOf } from '../account-messages.ts';
import { useCompleteSignIn } from '../sign-in/use-complete-sign-in.ts';
import { CodeForm } from './code-form.tsx';
import { askForPasskey } from './passkey-ceremony.ts';
import type { AskedStep } from './second-step-gate.tsx';

type Proof = z.input<typeof secondFactor.body>['proof'];

interface SecondStepFormProps {
  readonly step: AskedStep;
  /** Returns to the ways to sign in. */
  readonly onCancel: () => void;
}

/** Labels of the methods that are offered besides the current one. */
const offers: Readonly<Record<Method, string>> = {
  passkey: 'Use a passkey',
  code: 'Enter a code from your app',
  'recovery-code': 'Enter a recovery code',
};

/** Codes of problems that are shown under the field; others are shown above the form. */
const aboutField: readonly string[] = ['wrong-code', 'code-used', 'wrong-recovery-code'];

/** Sends the proof and completes the sign-in. Returns the last problem. */
function usePassing({ ticket, to }: AskedStep) {
  const queries = useQueryClient();
  const leadIn = useCompleteSignIn();
  const { siteUrl } = useSiteSettings();
  const [problem, setProblem] = useState<unknown>();

  async function pass(makeProof: () => Proof | Promise<Proof>): Promise<void> {
    setProblem(undefined);
    try {
      const proof = await makeProof();
      const { body } = await call(queries, secondFactor, { body: { ticket, proof } });
      await leadIn(body, { to });
    } catch (error) {
      setProblem(error);
    }
  }

  async function askPasskey(): Promise<Proof> {
    const { body: options } = await call(queries, beginSecondPasskey, { body: { ticket } });
    return { credential: await askForPasskey(options, siteUrl) };
  }

  const { isPending, run } = useSingleFlight(pass);
  const forget = () => setProblem(undefined);
  return { isPending, run, forget, problem, askPasskey };
}

/** The second step of a sign-in: by the account's first method, or another of its methods. */
export function SecondStepForm({ step, onCancel }: SecondStepFormProps) {
  const { isPending, run, forget, problem, askPasskey } = usePassing(step);
  const [method, setMethod] = useState<Method>(step.methods[0] ?? 'recovery-code');
  const heading = useRef<HTMLDivElement>(null);

  // The focused element was removed: focus the heading.
  useEffect(() => heading.current?.querySelector('h1')?.focus(), []);

  const message = problem === undefined ? undefined : accountMessageOf(problem);
  const isAboutField = problem instanceof Problem && aboutField.includes(problem.code);
  const form = { isPending, error: isAboutField ? message : undefined };

  return (
    <div ref={heading}>
      <PageHeading lead="This account asks for a second proof that it is you.">
        One more step
      </PageHeading>
      <div className="grid gap-6">
        {message !== undefined && !isAboutField && <ErrorNote>{message}</ErrorNote>}
        {method === 'passkey' && (
          <Button look="primary" aria-disabled={isPending} onClick={() => run(askPasskey)}>
            {isPending ? 'Waiting for your passkey...' : 'Use a passkey'}
          </Button>
        )}
        {method === 'code' && (
          <CodeForm key="code" kind="code" {...form} onCode={(code) => run(() => ({ code }))} />
        )}
        {method === 'recovery-code' && (
          <CodeForm
            key="recovery-code"
            kind="recovery-code"
            {...form}
            onCode={(recoveryCode) => run(() => ({ recoveryCode }))}
          />
        )}
        <div className="flex flex-wrap gap-x-6 gap-y-2 border-t border-rule pt-4">
          {step.methods
            .filter((other) => other !== method)
            .map((other) => (
              <Button
                key={other}
                look="plain"
                onClick={() => {
                  forget();
                  setMethod(other);
                }}
              >
                {offers[other]}
              </Button>
            ))}
          <Button look="plain" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </div>
  );
}
