import { Fragment, type ReactNode } from 'react';
import { type Block, type Inline, readCommentMarkdown } from '../markdown/comment-markdown.ts';

const linkClass = 'underline decoration-faint underline-offset-[0.2em] hover:text-accent';
const codeClass = 'rounded-sm bg-sunk font-mono text-[0.9em]';

interface InOrderProps<Part> {
  readonly parts: readonly Part[];
  readonly show: (part: Part) => ReactNode;
}

/** Parts of a text that is parsed anew as a whole: the index is their only key. */
function InOrder<Part>({ parts, show }: InOrderProps<Part>) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity, and a changed text is rendered anew as a whole.
    <Fragment key={index}>{show(part)}</Fragment>
  ));
}

function showInline(part: Inline): ReactNode {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'code') {
    return <code className={`px-1 ${codeClass}`}>{part.text}</code>;
  }
  const inner = <Inlines parts={part.parts} />;
  if (part.kind === 'link') {
    return (
      // Tells search engines that the site doesn't endorse the link.
      <a href={part.href} rel="ugc nofollow noopener" className={linkClass}>
        {inner}
      </a>
    );
  }
  const Tag = part.kind;
  return <Tag>{inner}</Tag>;
}

function Inlines({ parts }: { readonly parts: readonly Inline[] }) {
  return <InOrder parts={parts} show={showInline} />;
}

const listClass = 'grid gap-1 pl-6 whitespace-pre-line';

function OneBlock({ block }: { readonly block: Block }) {
  if (block.kind === 'lines') {
    return (
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        <Inlines parts={block.parts} />
      </p>
    );
  }
  if (block.kind === 'code') {
    return (
      <pre dir="ltr" className={`p-3 whitespace-pre-wrap wrap-anywhere ${codeClass}`}>
        <code>{block.text}</code>
      </pre>
    );
  }
  if (block.kind === 'quote') {
    return (
      <blockquote className="border-l-2 border-rule-strong pl-4 text-soft">
        <Blocks blocks={block.blocks} />
      </blockquote>
    );
  }
  const items = (
    <InOrder
      parts={block.items}
      show={(parts) => (
        <li dir="auto" className="wrap-anywhere">
          <Inlines parts={parts} />
        </li>
      )}
    />
  );
  if (block.start === undefined) return <ul className={`list-disc ${listClass}`}>{items}</ul>;
  return (
    <ol start={block.start} className={`list-decimal ${listClass}`}>
      {items}
    </ol>
  );
}

function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return (
    <div className="grid gap-4">
      <InOrder parts={blocks} show={(block) => <OneBlock block={block} />} />
    </div>
  );
}

/** Renders a comment's Markdown. */
export function CommentText({ text }: { readonly text: string }) {
  const blocks = readCommentMarkdown(text);
  const [block] = blocks;
  return (
    <div className="mt-1">
      {block && blocks.length === 1 ? <OneBlock block={block} /> : <Blocks blocks={blocks} />}
    </div>
  );
}
