import { whileWatching } from '../../test/fuzz/site/watch-healthz.ts';
import { ownHeaders } from '../../test/site-member.ts';
import { type Attack, isServed, type Target } from './attack.ts';

/** Sends a body while `/healthz` is polled. */
async function checkReply(target: Target, path: string, body: string, cookie?: string) {
  const [status, waits] = await whileWatching(target.port, async () => {
    const response = await fetch(`${target.origin}${path}`, {
      method: 'POST',
      headers: ownHeaders(target.origin, cookie),
      body,
    });
    await response.arrayBuffer();
    return response.status;
  });
  return {
    isRepelled: status < 500 && isServed(waits),
    seen: `${status}, a stranger waited ${waits.longestMs.toFixed(0)} ms at most`,
  };
}

const texts: Readonly<Record<string, string>> = {
  "'> ' and 15,000 lines": `> ${'a\n'.repeat(15_000)}`,
  'an address of 30,000 marks': `http://a.b/${'!'.repeat(30_000)}a`,
  "'www._' 6,000 times": 'www._'.repeat(6_000),
  '300,000 open brackets': '['.repeat(300_000),
  '100,000 emphasis marks': '*a_'.repeat(100_000),
  '50,000 references to one footnote': `${'[^1] '.repeat(50_000)}\n\n[^1]: x`,
  'a table of 300 columns and 3,000 lines': `${'|a'.repeat(300)}|\n${'|-'.repeat(300)}|\n${'|\n'.repeat(3_000)}`,
  'lists 5,000 deep': Array.from({ length: 1_000 }, (_, depth) => `${' '.repeat(depth)}- a`).join(
    '\n',
  ),
};

export const longInputs: readonly Attack[] = [
  {
    name: '1. a string of 512 KiB that never ends, as JSON',
    run: (target) => checkReply(target, '/identity/sign-in', `"${'\\"'.repeat(262_143)}`),
  },
  ...Object.entries(texts).map(([name, longDescription]) => ({
    name: `2. Markdown: ${name}`,
    settings: { LIMITS: '0' },
    run: (target: Target) =>
      checkReply(
        target,
        '/api/addBlog',
        JSON.stringify({
          title: name,
          imageUrl: 'https://example.org/a.png',
          category: 'Other',
          shortDescription: 'Tried.',
          longDescription,
        }),
        target.owner.cookie,
      ),
  })),
];
