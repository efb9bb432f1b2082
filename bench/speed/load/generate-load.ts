import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { hasCommand } from '../cores.ts';
import type { RequestHeaders } from './captured-reply.ts';

export interface Load {
  readonly requests: number;
  readonly seconds: number;
}

const connections = 32;
/** Longer than any reply takes, so that slow replies are measured as well. */
const patienceSeconds = 60;

/** The load generator: `wrk` if it is installed, since it takes the least processor time from the measured servers. */
export const loadProgram = hasCommand('wrk') ? 'wrk' : 'autocannon';

/** Requests the paths in turn for some seconds. Throws if a reply isn't a success. */
export function generateLoad(
  origin: string,
  paths: readonly string[],
  headers: RequestHeaders,
  seconds: number,
): Promise<Load> {
  return loadProgram === 'wrk'
    ? byWrk(origin, paths, headers, seconds)
    : byAutocannon(origin, paths, headers, seconds);
}

async function byAutocannon(
  origin: string,
  paths: readonly string[],
  headers: RequestHeaders,
  seconds: number,
): Promise<Load> {
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    timeout: patienceSeconds,
    headers,
    requests: paths.map((each) => ({ method: 'GET', path: each })),
  });
  if (result['4xx'] + result['5xx'] + result.errors > 0)
    throw new Error(`${origin} failed under load.`);
  return { requests: result['2xx'] + result['3xx'], seconds: result.duration };
}

const wrkScript = (paths: readonly string[], headers: RequestHeaders) => `
local requests = {}
local turn = 0
function init()
  for _, path in ipairs({ ${paths.map((each) => JSON.stringify(each)).join(', ')} }) do
    requests[#requests + 1] = wrk.format("GET", path, { ${Object.entries(headers)
      .map(([name, value]) => `["${name}"] = ${JSON.stringify(value)}`)
      .join(', ')} })
  end
end
function request()
  turn = turn % #requests + 1
  return requests[turn]
end
function done(summary)
  local e = summary.errors
  io.write(string.format("RESULT %d %d %d\\n", summary.requests, summary.duration,
    e.connect + e.read + e.write + e.status + e.timeout))
end
`;

async function byWrk(
  origin: string,
  paths: readonly string[],
  headers: RequestHeaders,
  seconds: number,
): Promise<Load> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  try {
    const script = path.join(folder, 'requests.lua');
    writeFileSync(script, wrkScript(paths, headers));
    const parameters = [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      `--timeout=${patienceSeconds}s`,
      '-s',
      script,
      origin,
    ];
    const { stdout } = await promisify(execFile)('wrk', parameters);
    const [, requests, micros, errors] = /RESULT (\d+) (\d+) (\d+)/.exec(stdout) ?? [];
    if (requests === undefined || errors !== '0')
      throw new Error(`${origin} failed under load.\n${stdout}`);
    return { requests: Number(requests), seconds: Number(micros) / 1e6 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
