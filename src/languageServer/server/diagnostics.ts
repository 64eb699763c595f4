import { type Diagnostic, DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Finding } from '../../core/analysis/document';
import type { Severity } from '../../core/analysis/finding';
import { say } from '../../core/texts/sentence';
import type { View } from './view';

const severityOf: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
};

/** More would only slow the editor down: nobody reads them. */
const mostShown = 1000;

export function diagnosticsOf(view: View): Diagnostic[] {
  return view.findings.slice(0, mostShown).map(finding => diagnosticOf(finding, view));
}

export function diagnosticOf(finding: Finding, { around, range, uri }: View): Diagnostic {
  const { kind, severity, span, message, by } = finding;
  const related =
    by?.file === undefined || by.line === undefined
      ? []
      : [
          {
            location: { uri: by.file === filePath(uri) ? uri : pathToFileURL(by.file).href, range: lineRange(by.line) },
            message: around.draw(say('{action} {rule}', { action: say(by.action), rule: by.pattern })),
          },
        ];
  return {
    range: range(span),
    severity: severityOf[severity],
    code: kind,
    source: 'Latch',
    message: around.draw(message),
    ...(related.length > 0 ? { relatedInformation: related } : {}),
    ...(kind === 'expired' || kind === 'shadowed' || kind === 'dead' ? { tags: [DiagnosticTag.Unnecessary] } : {}),
  };
}

export function lineRange(line: number) {
  return { start: { line: line - 1, character: 0 }, end: { line: line - 1, character: 0 } };
}

/** The path of a `file:` address as this machine writes it; another address stands for itself. */
export function filePath(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    return uri;
  }
}
