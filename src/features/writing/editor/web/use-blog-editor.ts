import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { type BlogText, blogFormSchema } from '../../../../blog/blog-text.ts';
import { fieldNames, noOptionals } from '../../../../blog/fields.ts';
import { Problem } from '../../../../platform/contract/problems.ts';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import type { DraftText } from '../../common/contract.ts';
import type { DraftKeeper, KeeperState } from '../../drafts/web/keeper/draft-keeper.ts';
import type { RecoverableDraft } from '../../drafts/web/keeper/recoverable-drafts.ts';
import { useDraftKeeper, type WritingStart } from '../../drafts/web/keeper/use-draft-keeper.ts';
import { useLeaveGuard } from '../../drafts/web/use-leave-guard.ts';
import { withoutPlaceholders } from '../../text-field/web/pictures/picture-edits.ts';
import { useWrittenOn, type WrittenOn } from '../../text-field/web/written-on.ts';
import { useUploadWait } from './use-upload-wait.ts';

/** Timeout of publishing, in milliseconds. */
const patienceMs = 30_000;

const onlyHere =
  'What you typed last is not kept yet: this device has no room for it, and the site doesn’t have it.';
const stillSent = 'A picture is still being sent. If you leave now, your text stays without it.';
const pictureLost =
  'A picture could not be sent, so nothing is published yet. Choose it once more, or go on without it.';

/** A text of the form as it is saved. */
function savedText<T extends Pick<DraftText, 'longDescription'>>(text: T): T {
  return { ...text, longDescription: withoutPlaceholders(text.longDescription) };
}

/** A text being published. */
export interface Submission {
  readonly text: Required<BlogText>;
  /** The server's draft that publishing deletes. */
  readonly revision: string | null;
  /** Idempotency key, the same for all attempts until a reply arrives. */
  readonly name: string;
  /** Entity tag of the blog on which the text is based; null for a new blog. */
  readonly baseTag: string | null;
  readonly signal: AbortSignal;
}

export interface BlogEditor {
  readonly form: UseFormReturn<DraftText, unknown, BlogText>;
  readonly keeper: DraftKeeper;
  readonly state: KeeperState;
  readonly writtenOn: WrittenOn;
  /** Number of texts loaded into the form; increases with the render that shows one. */
  readonly shown: number;
  /** True while the text is sent, and can't be changed. */
  readonly isPending: boolean;
  /** Number of running uploads that publishing waits for; 0 where it doesn't wait. */
  readonly waitsFor: number;
  /** Calls off a publication that waits. */
  readonly stopWaiting: () => void;
  /** Why the last attempt failed, in plain language. */
  readonly failure: string | undefined;
  /** The last validation with errors, for the summary; a new object each time. */
  readonly refusal: object | undefined;
  /** Validates and publishes the form. `show` is called with each invalid field to make it visible. */
  readonly submit: (show?: (wrong: keyof DraftText) => void) => Promise<void>;
  /** Validates the form without publishing. */
  readonly check: () => Promise<boolean>;
  readonly restore: (candidate: RecoverableDraft) => void;
  readonly discard: (candidate: RecoverableDraft) => void;
  readonly undoDiscard: () => void;
  /** Loads the keeper's text into the form. */
  readonly showKept: () => void;
}

interface BlogEditorOptions extends WritingStart {
  /** Sends the text and handles success; throws where it was not published. */
  readonly publish: (submission: Submission, keeper: DraftKeeper) => Promise<void>;
  /** Text of the toast on failure. */
  readonly failureText: string;
}

/** The form of a blog with validation, autosave and publishing. */
export function useBlogEditor({ publish, failureText, ...start }: BlogEditorOptions): BlogEditor {
  const keeper = useDraftKeeper(start);
  const state = useSyncExternalStore(keeper.subscribe, keeper.getState, keeper.getState);
  const writtenOn = useWrittenOn();
  const [failure, setFailure] = useState<string>();
  const form = useForm<DraftText, unknown, BlogText>({
    resolver: zodResolver(blogFormSchema),
    defaultValues: keeper.text,
    // The library focuses by order of registration instead of visual order.
    shouldFocusError: false,
  });
  /** True while the form loads the keeper's text, to suppress the reverse update. */
  const isShowing = useRef(false);
  const [refusal, setRefusal] = useState<object>();
  /** Invalid fields of the last attempt. */
  const wrong = useRef<readonly (keyof DraftText)[]>([]);
  const showField = useRef<(wrong: keyof DraftText) => void>(undefined);
  const { uploads, handOn } = writtenOn;
  const { running, isWaiting, wait, stop } = useUploadWait(uploads);
  useLeaveGuard(
    () => {
      if (keeper.getState().isOnlyHere) return onlyHere;
      return uploads.count() > 0 ? stillSent : undefined;
    },
    state.isOnlyHere || running > 0,
  );

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback({ values }) {
          if (!isShowing.current) keeper.changed(savedText(values));
        },
      }),
    [form, keeper],
  );

  const { opened } = state;
  const [shown, setShown] = useState(0);
  const showOpened = useEffectEvent(showKept);
  useEffect(() => {
    if (opened > 0) showOpened();
    setShown(opened);
  }, [opened]);

  function showFailure(error: unknown): void {
    void showToast({ text: failureText, tone: 'bad' });
    if (!(error instanceof Problem)) {
      setFailure('The site can’t be reached. Your text is kept; please try again.');
      return;
    }
    setFailure(error.message);
    const issues = error.issues ?? [];
    const isWrong = (name: keyof DraftText) => issues.some(({ path }) => path === name);
    for (const { path, message } of issues) {
      const name = fieldNames.find((field) => field === path);
      if (name) form.setError(name, { message });
    }
    wrong.current = fieldNames.filter(isWrong);
  }

  const note = (errors: object) => {
    wrong.current = fieldNames.filter((name) => name in errors);
  };

  /**
   * Waits for uploads, validates, calls `then` for a valid form, and otherwise focuses the invalid fields after their
   * errors are rendered.
   */
  async function validated(then: (text: BlogText) => Promise<void>): Promise<void> {
    setFailure(undefined);
    const waited = await wait();
    if (waited === 'failed') setFailure(pictureLost);
    if (waited !== 'ended') return;
    handOn();
    // A draft of an older version may have a placeholder.
    keeper.changed(savedText(form.getValues()));
    wrong.current = [];
    setRefusal(undefined);
    await form.handleSubmit(then, note)();
    const found = wrong.current;
    if (found.length === 0) return;
    // Rendered synchronously: hidden fields can't take the focus.
    flushSync(() => {
      for (const name of found) showField.current?.(name);
    });
    setRefusal({ found });
  }

  async function send(text: BlogText): Promise<void> {
    const revision = await keeper.pause();
    const submission: Submission = {
      text: { ...noOptionals, ...savedText(text) },
      revision,
      name: keeper.nameSubmission(),
      baseTag: keeper.baseTag,
      signal: AbortSignal.timeout(patienceMs),
    };
    try {
      await publish(submission, keeper);
    } catch (error) {
      // Without a reply the text may have been published: the next attempt reuses the key.
      if (error instanceof Problem && error.status < 500) keeper.submissionAnswered();
      keeper.resume();
      showFailure(error);
    }
  }

  const { isPending, run } = useSingleFlight(() => validated(send));

  function submit(show?: (wrong: keyof DraftText) => void): Promise<void> {
    showField.current = show;
    return run();
  }

  function showKept(): void {
    const { text } = keeper;
    isShowing.current = true;
    // Field by field: `reset` relies on re-renders, which compiled components skip.
    for (const name of fieldNames) form.setValue(name, text[name]);
    isShowing.current = false;
    writtenOn.past.begin(text.longDescription);
    form.clearErrors();
    setRefusal(undefined);
    setFailure(undefined);
  }

  return {
    form,
    keeper,
    state,
    writtenOn,
    shown,
    isPending: isPending && !isWaiting,
    waitsFor: isWaiting ? running : 0,
    stopWaiting: stop,
    failure,
    refusal,
    submit,
    async check() {
      let isRight = false;
      await validated(async () => {
        isRight = true;
      });
      return isRight;
    },
    showKept,
    restore(candidate) {
      keeper.restore(candidate);
      showKept();
      form.setFocus('title');
    },
    discard(candidate) {
      keeper.discard(candidate);
      form.setFocus('title');
    },
    undoDiscard() {
      keeper.undoDiscard();
      form.setFocus('title');
    },
  };
}
