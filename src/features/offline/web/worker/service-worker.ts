import type { WorkerMessage } from '../worker-messages.ts';
import { answerTo } from './answer.ts';
import { followPerson } from './follow-person.ts';
import { forgetAllBut, keepDevicePage, noteRead } from './keep.ts';
import { makeRoundDue } from './rounds.ts';
import { scope } from './worker-scope.ts';

/**
 * Stores pages for offline reading. Online, requests go to the network as usual: a stored copy is shown only if the
 * network fails, or doesn't respond for some seconds.
 */

scope.addEventListener('install', (event) => {
  // Online pages never use stored content, so the newest worker can take over at once.
  event.waitUntil(Promise.all([keepDevicePage(), scope.skipWaiting()]));
});

scope.addEventListener('activate', (event) => {
  const begin = async () => {
    // A navigation's request starts without waiting for this worker.
    await scope.registration.navigationPreload?.enable();
    await scope.clients.claim();
    // Stored content may belong to the old build.
    await makeRoundDue();
  };
  event.waitUntil(begin());
});

scope.addEventListener('fetch', (event) => {
  const answer = answerTo(event);
  if (answer) event.respondWith(answer);
});

async function handleMessage(message: WorkerMessage): Promise<void> {
  switch (message.type) {
    case 'viewer':
      await forgetAllBut(message.personId);
      return;
    case 'opened':
      await noteRead(message.path);
      return followPerson();
  }
}

scope.addEventListener('message', (event) => {
  // Without a network it is done in a later round.
  event.waitUntil(handleMessage(event.data as WorkerMessage).catch(() => {}));
});
