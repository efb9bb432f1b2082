/** `node plain-pair.mjs <replies.json> <port>`: the plain server in two processes. */
import cluster from 'node:cluster';

if (cluster.isPrimary) for (const _ of [1, 2]) cluster.fork();
else await import('./plain-server.mjs');
