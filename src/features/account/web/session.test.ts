import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { Person } from '../../../identity/person.ts';
import { becomeViewer, viewerIn } from '../../../identity/web/viewer.ts';
import { callApi, type TransportReply } from '../../../platform/contract/call-api.ts';
import { call, connect } from '../../../platform/web/api.ts';
import { myAccount } from '../contract/account-page.ts';
import { currentUser, endSession } from '../contract/sessions.ts';
import { followSession, keepSession, quitSession } from './session.ts';

const ada: Person = {
  id: 'ada',
  email: 'ada@example.org',
  displayName: 'Ada',
  photoURL: '/images/ada.png',
  role: 'member',
};

function replyOf(status: number, body?: object): TransportReply {
  return { status, headers: new Headers(), text: body ? JSON.stringify(body) : '' };
}

/** A tab that shows Ada as signed in; the test answers each of its calls. */
function givenTab() {
  const client = new QueryClient();
  const answers = new Map<string, (reply: TransportReply) => void>();
  connect(client, (endpoint, input) =>
    callApi(({ url }) => new Promise((resolve) => answers.set(url, resolve)), endpoint, input),
  );
  becomeViewer(client, ada);
  const answer = (path: string, reply: TransportReply) => answers.get(path)?.(reply);
  return { client, answer };
}

test('a session reply that arrives after logging out does not show the member as signed in again', async () => {
  const { client, answer } = givenTab();
  const following = followSession(client);
  const quitting = quitSession(client);
  answer(endSession.path, replyOf(204));
  await quitting;
  becomeViewer(client, null);

  answer(currentUser.path, replyOf(200, { user: ada, idToken: null }));
  await following;

  expect(viewerIn(client)).toBeNull();
});

test('a 401 while logging out does not redirect to Sign In, and a later 401 does', async () => {
  vi.stubGlobal('window', new EventTarget());
  const { client, answer } = givenTab();
  const onEnded = vi.fn();
  const stop = keepSession(client, onEnded);
  const refuse = async () => {
    const asked = call(client, myAccount, {});
    answer(myAccount.path, replyOf(401));
    await expect(asked).rejects.toMatchObject({ status: 401 });
  };

  const quitting = quitSession(client);
  await refuse();
  expect(onEnded).not.toHaveBeenCalled();
  answer(endSession.path, replyOf(204));
  await quitting;

  await refuse();
  expect(onEnded).toHaveBeenCalledOnce();
  stop();
  vi.unstubAllGlobals();
});
