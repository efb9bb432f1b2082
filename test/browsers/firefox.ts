import puppeteer, { type ElementHandle } from 'puppeteer-core';
import { controlNamed, type DrivenBrowser, pressableNamed, until } from './driven-browser.ts';

/** Firefox over WebDriver BiDi: FIREFOX_PATH, or Debian's default path. */
export async function startFirefox(): Promise<DrivenBrowser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
    headless: true,
  });
  const page = await browser.newPage();
  await page.setViewport({ width: 1366, height: 900 });

  async function find(script: string, name: string): Promise<ElementHandle<Element>> {
    return until(name, async () => {
      const found = await page.evaluateHandle(
        (code, given) => new Function(code)(given),
        script,
        name,
      );
      return found.asElement() as ElementHandle<Element> | null;
    });
  }

  return {
    name: await browser.version(),
    async open(url) {
      await page.goto(url);
    },
    run: (script, ...given) =>
      page.evaluate((code, args) => new Function(code)(...args), script, given),
    async fill(label, text) {
      const control = await find(controlNamed, label);
      await control.evaluate((node) => {
        if (node instanceof HTMLElement) node.focus();
        if ('select' in node && typeof node.select === 'function') node.select();
      });
      for (const [index, line] of text.split('\n').entries()) {
        if (index > 0) await page.keyboard.press('Enter');
        await control.type(line);
      }
    },
    async press(...keys) {
      const named = keys as Parameters<typeof page.keyboard.down>[0][];
      for (const key of named) await page.keyboard.down(key);
      for (const key of named.toReversed()) await page.keyboard.up(key);
    },
    // What is rendered anew just then refuses the click.
    async click(name) {
      await until(`a click on ${name}`, async () => {
        await (await find(pressableNamed, name)).click();
        return true;
      });
    },
    async upload(selector, file) {
      const field = await page.$(selector);
      if (!field) throw new Error(`No ${selector}`);
      await (field as ElementHandle<HTMLInputElement>).uploadFile(file);
    },
    close: () => browser.close(),
  };
}
