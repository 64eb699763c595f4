import { quoted, say, type Sentence } from '../../texts/sentence';
import { printPath, printWords, type Rule } from './rule';

/** What a rule is about, as a part of a sentence: "commands that begin with npm run". */
export function ruleInWords(rule: Rule): Sentence {
  switch (rule.kind) {
    case 'tool':
      return rule.tool === 'Bash' ? say('every command') : say('every use of {tool}', { tool: rule.tool });
    case 'toolPattern':
      return say('every use of {tool}', { tool: rule.pattern });
    case 'prefix':
      return say('commands that begin with {words}', { words: printWords(rule.words) });
    case 'exact':
      return quoted(printWords(rule.words));
    case 'glob':
      return say('commands like {pattern}', { pattern: rule.pattern });
    case 'path':
      return rule.access === 'edit'
        ? say('edits of {path}', { path: printPath(rule.pattern) })
        : say('reading {path}', { path: printPath(rule.pattern) });
    case 'domain':
      return say('requests to {host}', { host: rule.host });
    case 'name':
      return say('{tool} {name}', { tool: rule.tool, name: rule.prefix ? `${rule.name}…` : rule.name });
    case 'parameter':
      return say('{tool} with {parameter} {value}', {
        tool: rule.tool,
        parameter: rule.parameter,
        value: rule.value,
      });
    default:
      return rule satisfies never;
  }
}
