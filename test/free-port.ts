import { once } from 'node:events';
import { createServer } from 'node:net';

/** Listens on it for a moment; rejects where somebody else does. */
async function tryPort(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('No port to be had.');
  return address.port;
}

/** A port of 127.0.0.1 that nobody listened on a moment ago. */
export const freePort = (): Promise<number> => tryPort(0);

/** From here to the first that systems give out by themselves. */
const lowest = 20_000;
const highest = 32_000;
let own = lowest + Math.floor(Math.random() * (highest - lowest));

/** The same port at each call of this process, for as long as nobody else listens on it. */
export async function ownPort(): Promise<number> {
  try {
    return await tryPort(own);
  } catch {
    own = await freePort();
    return own;
  }
}
