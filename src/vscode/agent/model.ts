import * as vscode from 'vscode';
import type { ModelChoice } from '../../core/call/agentFacts';
import type { OpenSession } from '../../session/openSession';
import type { LatchWindow } from '../window/window';
import { chooseDoing, type Doing, preparedSession, separator } from './shown';

/** Which model answers, how hard it tries, and whether it thinks first. */
export async function chooseModel(window: LatchWindow): Promise<void> {
  const session = await preparedSession(window);
  const { models } = session.about.facts;
  const now = currentModel(session, models);
  const { agent } = session.view;
  if (models.length === 0 && agent !== undefined)
    throw new Error(vscode.l10n.t('{0} offers no models to choose from.', agent));
  if (models.length === 0)
    throw new Error(vscode.l10n.t('Claude Code has not said which models it has. Is it running?'));
  await chooseDoing(vscode.l10n.t('Model'), [
    ...models.map(model => ({
      label: marked(model.name, model === now),
      detail: model.description,
      act: () => session.about.choose({ model: model.value }),
    })),
    ...efforts(session, now),
    ...thinking(session, now),
  ]);
}

function efforts(session: OpenSession, model: ModelChoice | undefined): readonly Doing[] {
  const levels = model?.efforts ?? [];
  if (levels.length === 0) return [];
  return [
    separator(vscode.l10n.t('Effort')),
    ...levels.map(effort => ({
      label: marked(vscode.l10n.t('Effort: {0}', effort), effort === session.view.use?.effort),
      act: () => session.about.choose({ effort }),
    })),
  ];
}

/** A model that thinks whatever it is told is not offered to be told. */
function thinking(session: OpenSession, model: ModelChoice | undefined): readonly Doing[] {
  if (!model?.thinkingOff) return [];
  const off = session.view.use?.thinkingOff === true;
  return [
    separator(vscode.l10n.t('Thinking')),
    {
      label: off ? vscode.l10n.t('Think before answering') : vscode.l10n.t('Answer without thinking'),
      act: () => session.about.choose({ thinkingOff: !off }),
    },
  ];
}

/** Several names may lead to one model; what a person chose is the one that is marked. */
function currentModel(session: OpenSession, models: readonly ModelChoice[]): ModelChoice | undefined {
  const { model, chosen } = session.view.use ?? {};
  return models.find(({ value }) => value === chosen) ?? models.find(({ resolved }) => resolved === model);
}

function marked(label: string, is: boolean): string {
  return is ? `$(check) ${label}` : label;
}
