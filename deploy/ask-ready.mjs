/** Ends with 0 where the site of this container says that it is ready. For `HEALTHCHECK`, in place of curl. */
import { get } from 'node:http';

const { PORT = '3000' } = process.env;
const giveUpMs = 4_000;

const request = get({ host: '127.0.0.1', port: PORT, path: '/readyz', timeout: giveUpMs });
request.on('response', ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
request.on('timeout', () => process.exit(1));
request.on('error', () => process.exit(1));
