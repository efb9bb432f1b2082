import { type ApiCaller, callApi, type Transport } from '../contract/call-api.ts';

const fetchTransport: Transport = async ({ method, url, headers, body, signal }) => {
  const reply = await fetch(url, {
    method,
    headers,
    credentials: 'same-origin',
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};

/** The browser's way to the API. */
export const callByFetch: ApiCaller = (endpoint, input, call) =>
  callApi(fetchTransport, endpoint, input, call);
