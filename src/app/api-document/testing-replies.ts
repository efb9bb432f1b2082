import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import { problemJson } from '../../platform/http/problem-json.ts';
import { contractSchemas, endpoints } from '../registry.ts';
import { documentOf } from './api-document.ts';

const inPointer = (text: string) =>
  encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));

const isJson = /^application\/([\w-]+\+)?json\b/;
/** The document's name of a type: JSON of our own is without a charset there. */
const typeOf = (type: string) => (type.startsWith('application/json') ? 'application/json' : type);

/** Created once per process, for the first reply; each schema is compiled at its first use. */
function createChecks() {
  const site = { title: 'The Content Hub', reading: 'members', isByInvitation: false } as const;
  const document = documentOf(endpoints, contractSchemas, site);
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema(document, 'api');
  const known = new Map<string, ValidateFunction>();

  function validatorOf(pointer: string): ValidateFunction {
    const validate = known.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` });
    known.set(pointer, validate);
    return validate;
  }

  /** How a JSON reply contradicts the document; undefined if it doesn't, or if the document lacks the operation. */
  return (
    { method, route, type }: { method: string; route: string; type: string },
    status: number,
    text: string,
  ): string | undefined => {
    const path = route.replace(/:(\w+)/g, '{$1}');
    const operation = document.paths[path]?.[method.toLowerCase()];
    if (!operation) return undefined;
    const statuses = Object.keys(operation.responses);
    if (!statuses.includes(String(status)) && status < 500)
      return `the status ${status} is not in the document`;
    const of = `/paths/${inPointer(path)}/${method.toLowerCase()}/responses/${status}`;
    const pointer =
      status < 400
        ? `${of}/content/${inPointer(typeOf(type))}/schema`
        : `/components/schemas/${type.startsWith(problemJson) ? 'ProblemDocument' : 'Problem'}`;
    const validate = validatorOf(pointer);
    return validate(JSON.parse(text)) ? undefined : ajv.errorsText(validate.errors);
  };
}

let checks: ReturnType<typeof createChecks> | undefined;

/** Validates every JSON reply of the site against its document. Returns a list to which each mismatch is added. */
export function watchReplies(app: FastifyInstance): readonly string[] {
  const misfits: string[] = [];
  app.addHook('onSend', async ({ method, routeOptions: { url } }, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (url === undefined || typeof payload !== 'string' || !isJson.test(type)) return;
    checks ??= createChecks();
    const misfit = checks({ method, route: url, type }, reply.statusCode, payload);
    if (misfit !== undefined) misfits.push(`${method} ${url}: ${misfit}`);
  });
  return misfits;
}
