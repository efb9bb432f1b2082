/**
 * Sends the form's request and shows the reply. The token stays in its field and is never stored. A refused request
 * doesn't sign the visitor out, since this page has no session.
 */
export const docsScript = `const theme = (() => { try { return localStorage.getItem('theme'); } catch { return null; } })();
if (theme === 'dark' || theme === 'light') document.documentElement.classList.add(theme);

document.getElementById('who').addEventListener('submit', (event) => event.preventDefault());

function open() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
addEventListener('hashchange', open);
open();

async function tryCall(form) {
  const { method, path } = form.dataset;
  const query = new URLSearchParams();
  const headers = { accept: 'application/json' };
  let address = path;
  for (const field of form.querySelectorAll('input')) {
    if (field.dataset.in === 'path') address = address.replace('{' + field.name + '}', encodeURIComponent(field.value));
    else if (field.value === '') continue;
    else if (field.dataset.in === 'header') headers[field.name] = field.value;
    else query.set(field.name, field.value);
  }
  const token = document.getElementById('token').value.trim();
  const body = form.querySelector('[data-body]')?.value;
  const reply = await fetch(address + (query.size > 0 ? '?' + query : ''), {
    method,
    cache: 'no-store',
    redirect: 'manual',
    credentials: token === '' ? 'same-origin' : 'omit',
    headers: {
      ...headers,
      ...(token !== '' && { authorization: 'Bearer ' + token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body,
  });
  const text = await reply.text();
  let shown = text;
  try { shown = JSON.stringify(JSON.parse(text), null, 2); } catch {}
  return reply.status + ' ' + (reply.headers.get('content-type') ?? '') + '\\n\\n' + shown.slice(0, 100000);
}

for (const form of document.querySelectorAll('form[data-method]')) {
  const output = form.querySelector('pre');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    output.hidden = false;
    output.textContent = 'Waiting…';
    output.textContent = await tryCall(form).catch((error) => 'It could not be sent: ' + error.message);
  });
}
`;
