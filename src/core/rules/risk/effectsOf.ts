import { networkTool } from '../../call/call';
import { field, namedPath, searchTools } from '../language/field';
import { editTools, readTools, toolName } from '../language/rule';
import { hiddenText } from '../language/text';
import type { ToolUse } from '../language/verdict';
import type { World } from '../paths/world';
import { isBookkeeping } from '../tables/bookkeeping';
import { effect, type Effect, Effects } from './effects';
import { addRead, addWrite } from './files';
import { shellEffects, type ShellReading } from './shellEffects';

/** What a call does, each thing with what it happens to. A command is given as it was read. */
export function effectsOf(call: ToolUse, world: World, reading?: ShellReading): readonly Effect[] {
  if (call.tool === 'Bash') return reading ? shellEffects(reading, world) : [effect('unparseable')];
  if (readTools.has(call.tool) || editTools.has(call.tool)) return fileEffects(call, world);
  return otherEffects(call);
}

function fileEffects(call: ToolUse, world: World): readonly Effect[] {
  const text = namedPath(call) ?? (searchTools.has(call.tool) ? '.' : '');
  if (text === '') return [effect('unparseable')];
  const effects = new Effects();
  const { lexical, real = lexical } = world.forms(text);
  for (const path of new Set([lexical, real])) {
    if (editTools.has(call.tool)) addWrite(path, world, effects);
    else addRead(path, world, effects);
  }
  if (hiddenText(text) !== undefined) effects.add('hidden-text');
  return effects.all;
}

const destructiveName = /(?:^|_)(?:delete|destroy|drop|remove|purge|truncate|wipe|terminate)/i;

/** Tools that ask a person something. */
const forPeople = new Set(['AskUserQuestion', 'ExitPlanMode']);

function otherEffects({ tool, input }: ToolUse): readonly Effect[] {
  if (isBookkeeping(tool) || forPeople.has(tool)) return [];
  if (tool === 'WebFetch') return [effect('network', hostIn(field(input, 'url')))];
  if (tool === networkTool) return [effect('network', field(input, 'host'))];
  if (tool === 'WebSearch') return [effect('network')];
  if (tool === 'Skill' || toolName(tool) === 'Agent') return [effect('code-exec')];
  if (!tool.startsWith('mcp__')) return [effect('unknown-command', tool)];
  const unknown = effect('unknown-command', tool);
  return destructiveName.test(tool) ? [unknown, effect('file-delete')] : [unknown];
}

function hostIn(address: string | undefined): string | undefined {
  return /^[a-z]+:\/\/(?:[^/@\s]*@)?([\w.-]+)/i.exec(address?.slice(0, 2000) ?? '')?.[1];
}
