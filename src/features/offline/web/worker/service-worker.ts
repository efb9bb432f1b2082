import type { WorkerMessage } from '../tell-worker.ts';
import { answerTo } from './answer.ts';
import { followPerson } from './follow-person.ts';
import { forgetAllBut, keepDevicePage, noteRead } from './keep.ts';
import { hastenRound } from './rounds.ts';
import { scope } from './worker-scope.ts';

/**
 * Keeps pages, so that they can be read without a connection. With one, everything comes by network as if this weren't
 * there: a kept copy is shown only where the network fails, or says nothing for some seconds.
 */

scope.addEventListener('install', (event) => {
  // No page is made from what is kept while there is a network: the newest worker can begin at once.
  event.waitUntil(Promise.all([keepDevicePage(), scope.skipWaiting()]));
});

scope.addEventListener('activate', (event) => {
  const begin = async () => {
    // So that a navigation needn't wait until this worker has started.
    await scope.registration.navigationPreload?.enable();
    await scope.clients.claim();
    // What is kept may be of the build before.
    await hastenRound();
  };
  event.waitUntil(begin());
});

scope.addEventListener('fetch', (event) => {
  const answer = answerTo(event);
  if (answer) event.respondWith(answer);
});

async function hear(message: WorkerMessage): Promise<void> {
  switch (message.type) {
    case 'viewer':
      return forgetAllBut(message.personId);
    case 'opened':
      await noteRead(message.path);
      return followPerson();
  }
}

scope.addEventListener('message', (event) => {
  // Without a network it is done another time.
  event.waitUntil(hear(event.data as WorkerMessage).catch(() => {}));
});
