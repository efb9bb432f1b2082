import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import { contractSchemas, endpoints } from '../registry.ts';
import { documentOf } from './api-document.ts';

const inPointer = (text: string) =>
  encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Created once per process, at the first reply; each operation's validator likewise. */
function createChecks() {
  const document = documentOf(endpoints, contractSchemas, 'The Content Hub');
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema(document, 'api');
  const known = new Map<string, ValidateFunction>();

  function validatorOf(pointer: string): ValidateFunction {
    const validate = known.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` });
    known.set(pointer, validate);
    return validate;
  }

  /**
   * The reason why a JSON reply doesn't match the document; undefined for a match, and for operations that aren't
   * documented.
   */
  return (method: string, route: string, status: number, text: string): string | undefined => {
    const path = route.replace(/:(\w+)/g, '{$1}');
    const operation = document.paths[path]?.[method.toLowerCase()];
    if (!operation) return undefined;
    const statuses = Object.keys(operation.responses);
    if (!statuses.includes(String(status)) && status < 500)
      return `the status ${status} is not in the document`;
    const of = `/paths/${inPointer(path)}/${method.toLowerCase()}/responses/${status}`;
    const pointer =
      status < 400
        ? `${of}/content/${inPointer('application/json')}/schema`
        : '/components/schemas/Problem';
    const validate = validatorOf(pointer);
    return validate(JSON.parse(text)) ? undefined : ajv.errorsText(validate.errors);
  };
}

let checks: ReturnType<typeof createChecks> | undefined;

/** Validates every JSON reply of the site against its document. Resolves to a live list of mismatches. */
export function watchReplies(app: FastifyInstance): readonly string[] {
  const misfits: string[] = [];
  app.addHook('onSend', async ({ method, routeOptions: { url } }, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (url === undefined || typeof payload !== 'string' || !/^application\/json/.test(type))
      return;
    checks ??= createChecks();
    const misfit = checks(method, url, reply.statusCode, payload);
    if (misfit !== undefined) misfits.push(`${method} ${url}: ${misfit}`);
  });
  return misfits;
}
