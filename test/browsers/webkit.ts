import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import {
  Builder,
  By,
  Capabilities,
  Key,
  type WebDriver,
  type WebElement,
} from 'selenium-webdriver';
import { freePort } from '../free-port.ts';
import { controlNamed, type DrivenBrowser, pressableNamed, until } from './driven-browser.ts';

const driverPath = process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver';
const browserPlaces = '/usr/lib/*/webkit2gtk-4.*/MiniBrowser';
/** Selenium's names of modifier keys. */
const heldKeys: Readonly<Record<string, string>> = { Control: Key.CONTROL, Shift: Key.SHIFT };
const namedKeys: Readonly<Record<string, string>> = { Enter: Key.ENTER, Tab: Key.TAB };

/** Starts a virtual display (Xvfb) where there is no DISPLAY. */
async function startScreen(): Promise<{ display: string; stop(): void }> {
  const { DISPLAY } = process.env;
  if (DISPLAY) return { display: DISPLAY, stop: () => {} };
  const number = 90 + (process.pid % 100);
  const screen = spawn('Xvfb', [`:${number}`, '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: 'ignore',
  });
  await until('the screen', async () => existsSync(`/tmp/.X11-unix/X${number}`));
  return { display: `:${number}`, stop: () => void screen.kill() };
}

function connect(port: number, binary: string): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': {
      binary,
      // Any view transition crashes this build, even on an empty page.
      args: ['--automation', '--features=-ViewTransitions'],
    },
  });
  return new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(capabilities)
    .build();
}

/** WebKit's GTK port over its WebDriver, from Debian's paths or WEBKIT_DRIVER_PATH and WEBKIT_BROWSER_PATH. */
export async function startWebkit(): Promise<DrivenBrowser> {
  const binary = process.env.WEBKIT_BROWSER_PATH ?? globSync(browserPlaces)[0];
  if (binary === undefined) throw new Error(`No browser at ${browserPlaces}`);
  const screen = await startScreen();
  const port = await freePort();
  const service: ChildProcess = spawn(driverPath, [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, DISPLAY: screen.display },
    stdio: 'ignore',
  });
  await until('the driver', async () => (await fetch(`http://127.0.0.1:${port}/status`)).ok);
  const driver = await connect(port, binary);
  await driver.manage().window().setRect({ x: 0, y: 0, width: 1366, height: 900 });

  const find = (script: string, name: string) =>
    until(name, () => driver.executeScript<WebElement | null>(script, name));
  const { browserVersion } = Object.fromEntries(['browserVersion'].map((name) => [name, ''])) as {
    browserVersion: string;
  };
  const version = (await driver.getCapabilities()).getBrowserVersion() ?? browserVersion;

  return {
    name: `WebKitGTK/${version}`,
    open: (url) => driver.get(url),
    run: (script, ...given) => driver.executeScript(script, ...given),
    async fill(label, text) {
      const control = await find(controlNamed, label);
      await driver.executeScript('arguments[0].focus(); arguments[0].select?.()', control);
      await control.sendKeys(text.replaceAll('\n', Key.ENTER));
    },
    async press(...keys) {
      const codes = keys.map((key) => heldKeys[key] ?? namedKeys[key] ?? key);
      const actions = driver.actions();
      for (const code of codes) actions.keyDown(code);
      for (const code of codes.toReversed()) actions.keyUp(code);
      await actions.perform();
    },
    // What is rendered anew just then refuses the click.
    async click(name) {
      await until(`a click on ${name}`, async () => {
        const control = await find(pressableNamed, name);
        // The driver doesn't wait for the page's smooth scrolling.
        const place = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })";
        await driver.executeScript(place, control);
        await control.click();
        return true;
      });
    },
    async upload(selector, file) {
      await driver.findElement(By.css(selector)).sendKeys(file);
    },
    async close() {
      await driver.quit().catch(() => {});
      service.kill();
      screen.stop();
    },
  };
}
