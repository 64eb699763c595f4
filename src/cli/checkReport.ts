import { pathToFileURL } from 'node:url';
import type { Finding } from '../core/analysis/document';
import { severities, type Severity } from '../core/analysis/finding';
import { packageVersion } from './version';

export interface CheckedFile {
  /** As it was named. */
  readonly file: string;
  readonly rules: number;
  readonly examples: number;
  readonly findings: readonly Finding[];
}

export const formats = ['text', 'json', 'sarif'] as const;
export type Format = (typeof formats)[number];

/** What was found, as text for a person, as data, and as code hosts and editors take it in. */
export const reports: Readonly<Record<Format, (checked: readonly CheckedFile[]) => string>> = {
  text: checked => checked.map(asText).join(''),
  json: checked => `${JSON.stringify({ version: 1, files: checked.map(asData) }, undefined, 2)}\n`,
  sarif: checked => `${JSON.stringify(asSarif(checked), undefined, 2)}\n`,
};

function asText({ file, rules, examples, findings }: CheckedFile): string {
  const lines = findings.map(({ line, severity, message }) => `${file}:${line}: ${severity}: ${message.text}`);
  return [...lines, `${file}: rules: ${rules}, examples: ${examples}`, ''].join('\n');
}

function asData({ file, rules, examples, findings }: CheckedFile): object {
  return {
    file,
    rules,
    examples,
    findings: findings.map(({ kind, severity, line, span, message, better }) => ({
      kind,
      severity,
      line,
      offset: span.at,
      length: span.length,
      message: message.text,
      ...(better === undefined ? {} : { better }),
    })),
  };
}

const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', information: 'note' };

/** SARIF 2.1.0. A path that is relative stays so, because a code host knows the repository by such paths. */
function asSarif(checked: readonly CheckedFile[]): object {
  const results = checked.flatMap(({ file, findings }) =>
    findings.map(({ kind, severity, line, span, message }) => ({
      ruleId: kind,
      level: levels[severity],
      message: { text: message.text },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: uriOf(file) },
            region: { startLine: line, charOffset: span.at, charLength: span.length },
          },
        },
      ],
    })),
  );
  const rules = Object.entries(severities).map(([id, severity]) => ({
    id,
    defaultConfiguration: { level: levels[severity] },
  }));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      { tool: { driver: { name: 'latch', version: packageVersion(), rules } }, columnKind: 'utf16CodeUnits', results },
    ],
  };
}

function uriOf(file: string): string {
  if (/^(?:\/|[A-Za-z]:)/.test(file)) return pathToFileURL(file).href;
  return file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}
