import { isObject } from '../../src/core/base/json';
import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const languages = { bash, cpp, css, diff, go, java, json, python, rust, sql, typescript, xml, yaml };
for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language);
highlighter.registerAliases(['javascript', 'js', 'jsx', 'mjs', 'cjs'], { languageName: 'typescript' });
highlighter.registerAliases(['jsonc'], { languageName: 'json' });
highlighter.registerAliases(['shell', 'console', 'shellsession'], { languageName: 'bash' });

/** A piece of code that is drawn in one way. */
export interface Run {
  readonly text: string;
  /** What it is in its language, such as `keyword`. */
  readonly scope?: string;
}

/** The words of a language in its code; undefined for a language that is not known. */
export function highlight(code: string, language: string): readonly Run[] | undefined {
  if (highlighter.getLanguage(language) === undefined) return undefined;
  const tree: unknown = highlighter.highlight(code, { language, ignoreIllegals: true })._emitter;
  return isObject(tree) ? runsIn(tree.rootNode, undefined) : undefined;
}

/** The library can make HTML of what it found; we draw its tree, in which all code is text. */
function runsIn(node: unknown, around: string | undefined): readonly Run[] {
  if (typeof node === 'string') return [around === undefined ? { text: node } : { text: node, scope: around }];
  if (!isObject(node) || !Array.isArray(node.children)) return [];
  const scope = typeof node.scope === 'string' ? (node.scope.split('.')[0] ?? around) : around;
  return node.children.flatMap(child => runsIn(child, scope));
}
