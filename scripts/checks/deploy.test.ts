import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { BlockList } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../../src/app/config.ts';
import { listen } from '../../src/platform/http/testing.ts';
import { inProject, root } from '../launcher/project.mjs';
import { siteCommand, siteVariables } from '../launcher/site.mjs';

const read = (file: string) => readFileSync(inProject(file), 'utf8');
const dockerfile = read('Dockerfile');
const unit = read('deploy/content-hub.service');
const caddyfile = read('deploy/Caddyfile');
const example = read('deploy/env.example');

const compose = z
  .object({
    services: z.object({
      proxy: z.object({
        environment: z.record(z.string(), z.string()),
        volumes: z.array(z.string()),
        networks: z.object({
          front: z.object({ ipv4_address: z.string(), ipv6_address: z.string() }),
        }),
      }),
      site: z.object({
        environment: z.record(z.string(), z.string()),
        volumes: z.array(z.string()),
        stop_grace_period: z.string(),
      }),
    }),
    networks: z.object({
      front: z.object({
        ipam: z.object({
          config: z.array(z.object({ subnet: z.string(), ip_range: z.string() })),
        }),
      }),
    }),
  })
  .parse(parse(read('compose.yaml'), { merge: true }));

const { site, proxy } = compose.services;
const { dependencies, optionalDependencies } = z
  .object({
    dependencies: z.record(z.string(), z.string()),
    optionalDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(read('package.json')));

/** The last instruction of this name, with what follows it. */
function instruction(name: string): string {
  const all = [...dockerfile.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))];
  return all.at(-1)?.[1] ?? '';
}

/** Reads `NAME=value` pairs that are separated by blanks. */
function settingsIn(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...text.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
}

const image = settingsIn(instruction('ENV'));
const service = settingsIn(/^Environment=(.*)$/m.exec(unit)?.[1] ?? '');
const command = [
  'node',
  ...siteCommand.slice(0, -1),
  path.relative(root, siteCommand.at(-1) ?? ''),
];

test('the image and the service run what npm start runs', () => {
  expect(JSON.parse(instruction('CMD'))).toEqual(command);
  const pinned = Object.keys(optionalDependencies).filter((name) => name.startsWith('node-linux-'));
  expect(pinned.length).toBe(2);
  // Not by node_modules/.bin, since not every npm links it there.
  const [node, ...rest] = [`node_modules/node-linux-*/bin/node`, ...command.slice(1)];
  expect(unit).toContain(`ExecStart=/bin/sh -c 'exec ${[node, ...rest].join(' ')}'\n`);
  expect(dockerfile).toContain(`RUN ln -s /site/${node} /usr/local/bin/node\n`);
  expect(image).toMatchObject(siteVariables);
  expect(service).toMatchObject(siteVariables);
});

test('the image is built with the Node version that the project pins', () => {
  const [, version, suite] = /^FROM node:([\d.]+)-(\w+)-slim AS build$/m.exec(dockerfile) ?? [];
  expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([version]));
  // Native packages are installed in the build image and run in this one.
  expect(dockerfile).toContain(`FROM debian:${suite}-slim`);
});

test('ports, folders and users agree in all deployment files', () => {
  const defaults = readConfig({});
  expect(instruction('EXPOSE')).toBe(image.PORT);
  expect(proxy.environment.UPSTREAM).toBe(`site:${image.PORT}`);
  expect(caddyfile).toContain(`{$UPSTREAM:${defaults.host}:${defaults.port}}`);
  expect(instruction('VOLUME')).toBe(image.DATA_DIR);
  expect(site.volumes).toEqual([`data:${image.DATA_DIR}`]);
  const [user = ''] = instruction('USER').split(':');
  expect(Number(user)).toBeGreaterThan(0);
  expect(dockerfile).toContain(`--owner=${user} --group=${user} --mode=0700 ${image.DATA_DIR}`);
  const [, folder] = /^StateDirectory=(\S+)$/m.exec(unit) ?? [];
  expect(service.DATA_DIR).toBe(`/var/lib/${folder}`);
});

test('every setting named in the deployment files exists', () => {
  const known = [...read('src/app/config.ts').matchAll(/^ {2}([A-Z_]+): /gm)].map(
    ([, name]) => name,
  );
  expect(known.length).toBeGreaterThan(30);
  const ofOthers = [
    ...['NODE_ENV', 'COMPOSE_PROFILES', 'POSTGRES_PASSWORD'],
    ...Object.keys(siteVariables),
  ];
  const inExample = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(inExample.length).toBeGreaterThan(8);
  const named = [
    ...Object.keys(image),
    ...Object.keys(site.environment),
    ...Object.keys(service),
    ...inExample,
  ];
  expect(named.filter((name) => !known.includes(name) && !ofOthers.includes(name))).toEqual([]);
  expect(() => readConfig(settingsIn(example.replaceAll(/^#.*$/gm, '')))).not.toThrow();
});

test('only the proxy is trusted, and no other container gets its address', () => {
  const { ipv4_address, ipv6_address } = proxy.networks.front;
  const addresses = [ipv4_address, ipv6_address];
  expect(site.environment.TRUSTED_PROXIES?.split(', ')).toEqual(addresses);
  const { trustedProxies } = readConfig(site.environment);
  expect(addresses.map(trustedProxies.includes)).toEqual([true, true]);
  for (const [index, { subnet, ip_range }] of compose.networks.front.ipam.config.entries()) {
    const family = index === 0 ? 'ipv4' : 'ipv6';
    const isIn = (range: string) => {
      const [network = '', bits] = range.split('/');
      const list = new BlockList();
      list.addSubnet(network, Number(bits), family);
      return list.check(addresses[index] ?? '', family);
    };
    expect([isIn(subnet), isIn(ip_range)]).toEqual([true, false]);
  }
});

const running = read('docs/running.md');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

/** The shell blocks of a part of the guide. */
function shellOf(heading: string): string {
  const [, part = ''] = running.split(`\n## ${heading}\n`);
  const [own = ''] = part.split('\n## ');
  return [...own.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('');
}

test('the commands in the guides exist and work where they are run', () => {
  const all = [...running.matchAll(/npm run ([a-z][a-z:-]*)/g)].map(([, name = '']) => name);
  expect(all.length).toBeGreaterThan(30);
  expect(all.filter((name) => !(name in scripts))).toEqual([]);

  const [inDocker, beside] = [
    shellOf('A fresh Debian, with Docker'),
    shellOf('A fresh Debian, without Docker'),
  ];
  // The image has no npm, and npm scripts need the packages of the build.
  expect(inDocker).not.toContain('npm');
  expect(beside).not.toContain('npm run doctor');
  const files = [...inDocker.matchAll(/ node (src\S+)/g)].map(([, file = '']) => file);
  const names = [...beside.matchAll(/sudo content-hub (\S+)/g)].map(([, name = '']) => name);
  for (const list of [files, names]) expect(list.length).toBeGreaterThan(3);
  const missing = [...files, ...names.map((name) => `src/app/commands/${name}.ts`)].filter(
    (file) => !existsSync(inProject(file)),
  );
  expect(missing).toEqual([]);
  for (const name of ['backup', 'restore', 'doctor', 'reset-password']) {
    expect(scripts[name]).toContain(`src/app/commands/${name}.ts`);
    expect(files).toContain(`src/app/commands/${name}.ts`);
    expect(names).toContain(name);
  }
  const named = [...`${inDocker}${beside}`.matchAll(/\b(deploy\/[\w.-]+)/g)];
  expect(named.filter(([, file = '']) => !existsSync(inProject(file)))).toEqual([]);
});

test('each proxy of the guide shows restarting.html while the site restarts', () => {
  const page = read('deploy/restarting.html');
  expect(page).toContain('http-equiv="refresh"');
  // No other file of the site is available then.
  expect(page).not.toMatch(/(?:src|href)=/);
  expect(caddyfile).toContain('rewrite * /restarting.html');
  expect(compose.services.proxy.volumes).toContain(
    `./deploy/restarting.html:${proxy.environment.PAGES}/restarting.html:ro`,
  );
  const [, block = ''] = /```nginx\n([\s\S]*?)```/.exec(running) ?? [];
  expect(block).toContain('error_page 502 504 =503 /restarting.html;');
  const [, ofCaddy = ''] = /```caddyfile\n([\s\S]*?)```/.exec(running) ?? [];
  expect(ofCaddy.replaceAll(/\s*#.*$/gm, '')).toBe(
    caddyfile
      .replaceAll(/\{\$UPSTREAM:(\S+)\}|\{\$PAGES:(\S+)\}/g, '$1$2')
      .replace('{$SITE_URL}', 'blog.example.org')
      .replaceAll(/\s*#.*$/gm, '')
      .trimStart(),
  );
});

test('every copied file exists, and .dockerignore lets all sources of the build through', () => {
  const copied = [...dockerfile.matchAll(/^COPY --from=build \/site\/(\S+) /gm)];
  expect(copied.length).toBeGreaterThan(5);
  const made = ['dist', 'node_modules'];
  expect(
    copied
      .map(([, file = '']) => file)
      .filter((file) => !made.includes(file) && !existsSync(inProject(file))),
  ).toEqual([]);
  const sent = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, file = '']) => file);
  expect(sent.filter((file) => !existsSync(inProject(file)))).toEqual([]);
  const [, sources = ''] =
    /const sources = \[([^\]]*)\]/.exec(read('scripts/build-stamp.ts')) ?? [];
  const needed = [...sources.matchAll(/'([^']+)'/g)].map(([, file = '']) => file.split('/')[0]);
  expect(needed.length).toBeGreaterThan(4);
  expect(needed.filter((file) => !sent.includes(file ?? ''))).toEqual([]);
});

test('every package that the build leaves external is a dependency', () => {
  const [, list = ''] = /external: \[([^\]]*)\]/.exec(read('vite.config.ts')) ?? [];
  const outside = [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
  expect(outside.length).toBeGreaterThan(2);
  expect(outside.filter((name) => !(name in dependencies))).toEqual([]);
});

test.each([
  [200, 0],
  [503, 1],
])('for a site that answers %i, ask-ready.mjs exits with %i', async (status, code) => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/readyz' ? status : 404).end();
  });
  const port = await listen(server);
  const child = spawn(process.execPath, [inProject('deploy/ask-ready.mjs')], {
    env: { PORT: String(port) },
  });
  onTestFinished(() => void child.kill());
  expect(await once(child, 'exit')).toEqual([code, null]);
});
