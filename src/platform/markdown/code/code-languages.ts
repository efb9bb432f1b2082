import core from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

/**
 * Common languages. Not Markdown: its grammar takes 2 s for 8,000 characters of some texts, ten times the time of any
 * other.
 */
const grammars = {
  ...{ bash, c, cpp, csharp, css, diff, dockerfile, go, ini, java, javascript, json },
  ...{ kotlin, php, python, ruby, rust, sql, swift, typescript, xml, yaml },
};

/** Languages with a grammar. */
export const codeLanguages: readonly string[] = Object.keys(grammars);

/** A separate highlighter instance, so that no other code can change its settings. */
export const highlighter = core.newInstance();
for (const [name, grammar] of Object.entries(grammars)) highlighter.registerLanguage(name, grammar);

/** The display name of a language: `TypeScript` for `ts`; undefined if it is unknown. */
export function languageNameOf(given: string): string | undefined {
  return highlighter.getLanguage(given)?.name;
}
