import { escapeHtml } from '../platform/ssr/escape.ts';

/** What a visitor sees when not even the error screen could be rendered. */
export function failurePage(requestId: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Something went wrong | The Content Hub</title></head>
<body>
<h1>Something went wrong</h1>
<p>This page could not be shown. Please try again in a moment.</p>
<p><a href="/">Back to Home</a></p>
<p><small>Reference: ${escapeHtml(requestId)}</small></p>
</body>
</html>
`;
}
