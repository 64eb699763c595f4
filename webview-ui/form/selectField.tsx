import type { InteractionResponse, SelectInteraction, SelectOption } from '../../src/core/card/interaction';
import { useText } from '../state/context';
import { keyed } from '../base/keyed';
import { Payload } from '../text/payload';
import { Plain } from '../text/plain';
import { type FormProps, ProblemOf, Required } from './field';
import { type ReactNode, useId, useState } from 'react';

/** A choice among options, with a text of one's own where the asker takes one. */
export function SelectField({ interaction, response, problems, onChange }: FormProps<SelectInteraction>): ReactNode {
  const text = useText();
  const name = useId();
  const { multiple } = interaction;
  const selected = response.selectedValues ?? [];

  function choose(value: string, on: boolean): void {
    if (!multiple) {
      onChange({ ...withoutText(response), selectedValues: [value] });
      return;
    }
    const others = selected.filter(it => it !== value);
    onChange({ ...response, selectedValues: on ? [...others, value] : others });
  }

  return (
    <fieldset className="field">
      <legend>
        {interaction.header !== undefined && (
          <span className="tag">
            <Plain text={interaction.header} />
          </span>
        )}{' '}
        <Plain text={interaction.title} />
        {interaction.required && <Required />}
      </legend>
      {interaction.description !== undefined && (
        <p className="quiet">
          <Plain text={interaction.description} />
        </p>
      )}
      {multiple && <p className="quiet">{text('form.several')}</p>}
      {keyed(interaction.options, option => option.value).map(([key, option]) => (
        <Option
          key={key}
          option={option}
          name={name}
          multiple={multiple}
          chosen={selected.includes(option.value)}
          onChoose={on => choose(option.value, on)}
        />
      ))}
      {interaction.other && <Other interaction={interaction} name={name} response={response} onChange={onChange} />}
      {interaction.notes && <Notes response={response} onChange={onChange} />}
      <ProblemOf id={interaction.id} problems={problems} />
    </fieldset>
  );
}

function withoutText(response: InteractionResponse): InteractionResponse {
  const { text: _text, ...rest } = response;
  return rest;
}

interface OptionProps {
  readonly option: SelectOption;
  readonly name: string;
  readonly multiple: boolean;
  readonly chosen: boolean;
  readonly onChoose: (on: boolean) => void;
}

function Option({ option, name, multiple, chosen, onChoose }: OptionProps): ReactNode {
  return (
    <>
      <label className="option">
        <input
          type={multiple ? 'checkbox' : 'radio'}
          name={name}
          checked={chosen}
          onChange={event => onChoose(event.target.checked)}
        />
        <span>
          <Plain text={option.label} />
          {option.description !== undefined && (
            <span className="quiet option-description">
              <Plain text={option.description} />
            </span>
          )}
        </span>
      </label>
      {chosen && option.preview !== undefined && <Payload text={option.preview} />}
    </>
  );
}

interface OwnProps {
  readonly interaction: SelectInteraction;
  readonly name: string;
  readonly response: InteractionResponse;
  readonly onChange: (response: InteractionResponse) => void;
}

function Other({ interaction, name, response, onChange }: OwnProps): ReactNode {
  const text = useText();
  const chosen = response.text !== undefined;
  const selected = interaction.multiple ? response.selectedValues : undefined;

  function choose(on: boolean): void {
    const base = withoutText(response);
    const kept = { ...base, selectedValues: selected ?? [] };
    onChange(on ? { ...kept, text: '' } : kept);
  }

  return (
    <>
      <label className="option">
        <input
          type={interaction.multiple ? 'checkbox' : 'radio'}
          name={name}
          checked={chosen}
          onChange={event => choose(event.target.checked)}
        />
        {text('form.other')}
      </label>
      {chosen && (
        <input
          type="text"
          className="own-text"
          aria-label={text('form.otherText')}
          value={response.text}
          onChange={event => onChange({ ...response, text: event.target.value })}
        />
      )}
    </>
  );
}

function Notes({ response, onChange }: Pick<OwnProps, 'response' | 'onChange'>): ReactNode {
  const text = useText();
  const [open, setOpen] = useState((response.notes ?? '') !== '');
  if (!open) {
    return (
      <button type="button" className="link" onClick={() => setOpen(true)}>
        {text('form.addNote')}
      </button>
    );
  }
  return (
    <textarea
      aria-label={text('form.note')}
      placeholder={text('form.note')}
      rows={2}
      value={response.notes ?? ''}
      onChange={event => onChange({ ...response, notes: event.target.value })}
    />
  );
}
