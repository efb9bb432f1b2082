/**
 * `node scripts/run.mjs bench/writing/keys.ts [--words 5000] [--keys 60] [--slower 4] [--profile <folder>]`:
 * main-thread time per key press with the CPU throttled by that factor, at the start, in the middle and at the end of a
 * text of that many words, right after a paste of 8,000 characters into a new draft and later; and, to compare with, in
 * an empty page's `contenteditable` of one line. With a folder, CPU profiles of each are written there.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from 'playwright-core';
import { buildSite } from '../../scripts/build-site.ts';
import { formattedText } from '../../test/writing.ts';
import { openWriting } from './open-field.ts';

/** Milliseconds between keys, of a fast typist. */
const pauseMs = 120;
const pasted = 8_000;

const paragraph =
  'The keeper lit the **lamp** at dusk, and wrote down what [the log](https://a.example/) asks for: wind, sea, and who went by. ';
const parts = [
  '## What was seen\n\n',
  `${paragraph.repeat(4)}\n\n`,
  `- a sail to the west\n- nothing else\n\n> ${paragraph}\n\n`,
  `${paragraph.repeat(3)}\n\n`,
];

/** Markdown of about this many words, with a little of each format that is displayed. */
function textOf(words: number): string {
  let text = '';
  let count = 0;
  for (let index = 0; count < words; index += 1) {
    const part = parts[index % parts.length] ?? '';
    text += part;
    count += part.split(' ').length;
  }
  return text;
}

async function metricsOf(session: CDPSession): Promise<ReadonlyMap<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value * 1_000]));
}

interface Measured {
  /** Milliseconds of the main thread per key, including all work that follows from it. */
  readonly task: number;
  readonly script: number;
  readonly style: number;
  readonly layout: number;
  /** Milliseconds from a key press to its paint. */
  readonly median: number;
  readonly longest: number;
}

/** Starts collecting the times from key press to paint. */
function observeKeys(page: Page): Promise<void> {
  return page.evaluate(() => {
    const keys: number[] = [];
    Object.assign(globalThis, { keys });
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) {
        if (name === 'keydown') keys.push(duration);
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
}

async function type(page: Page, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await page.keyboard.press('abcde '[index % 6] === ' ' ? 'Space' : ('abcde '[index % 6] ?? 'a'));
    await page.waitForTimeout(pauseMs);
  }
}

async function measured(page: Page, session: CDPSession, count: number): Promise<Measured> {
  await page.evaluate(() => Reflect.get(globalThis, 'keys').splice(0));
  const before = await metricsOf(session);
  await type(page, count);
  const after = await metricsOf(session);
  const each = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) / count;
  const seen: number[] = await page.evaluate(() => Reflect.get(globalThis, 'keys'));
  const sorted = seen.toSorted((one, other) => one - other);
  return {
    task: each('TaskDuration'),
    script: each('ScriptDuration'),
    style: each('RecalcStyleDuration'),
    layout: each('LayoutDuration'),
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    longest: sorted.at(-1) ?? 0,
  };
}

const { values } = parseArgs({
  options: {
    words: { type: 'string', default: '5000' },
    keys: { type: 'string', default: '60' },
    slower: { type: 'string', default: '4' },
    profile: { type: 'string' },
  },
});

async function main(): Promise<void> {
  const { page, open, stop } = await openWriting();
  const count = Number(values.keys);
  const session = await page.context().newCDPSession(page);
  // Processor time, which excludes other load on the machine.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const rate = Number(values.slower);

  async function row(name: string, { warm = true } = {}): Promise<void> {
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    if (warm) await type(page, 10);
    if (values.profile) {
      await session.send('Profiler.enable');
      await session.send('Profiler.start');
    }
    const { task, script, style, layout, median, longest } = await measured(page, session, count);
    if (values.profile) {
      const { profile } = await session.send('Profiler.stop');
      mkdirSync(values.profile, { recursive: true });
      writeFileSync(path.join(values.profile, `${name}.cpuprofile`), JSON.stringify(profile));
    }
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const ms = (value: number) => value.toFixed(1);
    console.info(
      `${name}: ${ms(task)} ms a key (script ${ms(script)}, style ${ms(style)}, layout ${ms(layout)}); seen after ${median} ms, at most ${longest} ms`,
    );
  }

  try {
    await open(textOf(Number(values.words)));
    await observeKeys(page);
    await formattedText(page).focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await row('start');
    await page.keyboard.press('ControlOrMeta+Home');
    for (let screen = 0; screen < 8; screen += 1) await page.keyboard.press('PageDown');
    await page.keyboard.press('End');
    await row('middle');
    await page.keyboard.press('ControlOrMeta+End');
    await row('end');

    await open('');
    await formattedText(page).focus();
    const text = textOf(pasted).slice(0, pasted);
    await formattedText(page).evaluate((content, plain) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', plain);
      const init = { clipboardData, bubbles: true, cancelable: true, composed: true };
      content.dispatchEvent(new ClipboardEvent('paste', init));
    }, text);
    await row('right after a paste', { warm: false });
    await row('later');

    await page.goto('about:blank');
    await page.setContent('<div contenteditable>a</div>');
    await observeKeys(page);
    await page.locator('div').focus();
    await row('a bare line');
  } finally {
    await stop();
  }
}

if (!buildSite()) process.exit(1);
await main();
