import { createHash } from 'node:crypto';
import path from 'node:path';
import { pino } from 'pino';
import { expect } from 'vitest';
import { distFolder } from '../../../test/dist-folder.ts';
import { createDraining } from '../../platform/http/closing/draining.ts';
import { testOnEachEngine } from '../../storage/testing.ts';
import { buildApp } from '../build-app.ts';
import { readConfig } from '../config.ts';
import { loadBuiltPages } from './page-renderer.ts';

testOnEachEngine(
  'a page that fails to render is a 500 in the site’s design, and its script hash is in the policy',
  async ({ storage }) => {
    const { app } = await buildApp({
      config: readConfig({}),
      storage,
      renderer: {
        ...(await loadBuiltPages(distFolder)),
        render: () => Promise.reject(new Error('broken')),
      },
      files: { kind: 'built', folder: path.join(distFolder, 'browser') },
      logger: pino({ level: 'silent' }),
      draining: createDraining(0),
    });
    const reply = await app.inject('/contact');
    await app.close();
    expect(reply.statusCode).toBe(500);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.body).toContain('<h1');
    expect(reply.body).toMatch(/Reference: [\w-]+/);
    expect(reply.body).toMatch(/<link rel="stylesheet" href="\/assets\/[^"]+\.css">/);
    expect(reply.body).not.toMatch(/<style| style=/);
    const [, script = ''] = /<script>([^<]+)<\/script>/.exec(reply.body) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    expect(reply.headers['content-security-policy']).toContain(`'sha256-${hash}'`);
  },
);
