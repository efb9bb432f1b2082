import path from 'node:path';
import { installIfNeeded } from './install.mjs';
import { pinnedNode } from './pinned-node.mjs';
import { inProject, root, StepError } from './project.mjs';
import { runToEnd } from './run-to-end.mjs';

/** The environment with the commands of installed packages first on the PATH. */
function environment() {
  const bin = inProject('node_modules', '.bin');
  // Windows uses the name Path; the copy keeps the existing one.
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...process.env, [name]: `${bin}${path.delimiter}${process.env[name] ?? ''}` };
}

/**
 * Installs missing packages, then runs the files in sequence on the project's Node, until one fails. Ends this process
 * with the exit code of the last.
 *
 * @param {readonly (readonly string[])[]} commands file and arguments of each
 * @param {Readonly<Record<string, string>>} [variables] defaults of environment variables
 */
export async function run(commands, variables = {}) {
  try {
    await installIfNeeded();
    const node = pinnedNode();
    for (const command of commands) {
      const code = await runToEnd(node, command, {
        cwd: root,
        env: { ...variables, ...environment() },
        stdio: 'inherit',
      });
      if (code !== 0) process.exit(code);
    }
    process.exit(0);
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
