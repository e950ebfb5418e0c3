import { useState } from 'react';
import { TextInput } from '@mantine/core';
import { MARK_NAME_LENGTH, type MarkResponse } from '@parley/contracts/api/catalogue';
import { ColourPicker } from '@parley/ui/colour-picker';
import { isColour, palette } from '@parley/ui/colours';
import { DialogForm } from '@parley/ui/entity-form';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { useSave } from '../../lib/resource';
import { useTranslation } from '../../lib/translation';
import { marks, type MarkKind } from './catalogue-api';
import classes from './catalogue.module.css';

type Look = Pick<MarkResponse, 'name' | 'colour'>;

interface MarkFormProps {
  kind: MarkKind;
  /** The tag or label to change; missing: the form creates one. */
  mark?: MarkResponse;
  /** The existing tags or labels: a new one gets a colour that none of them has, if any is left. */
  taken: MarkResponse[];
  onDone: () => void;
}

/** Form for the name and the colour of a tag or label; it replaces the row while the user edits it. */
export function MarkForm({ kind, mark, taken, onDone }: MarkFormProps) {
  const { t } = useTranslation();
  const [proposed] = useState(() => ({ name: '', colour: freeColour(taken) }));
  const entity = useEntityForm({
    values: mark ? { name: mark.name, colour: mark.colour } : proposed,
    rules: {
      name: (value) => {
        if (value.trim() === '') return t('catalogue.nameMissing');
        return value.trim().length > MARK_NAME_LENGTH
          ? t('catalogue.tooLong', { count: MARK_NAME_LENGTH })
          : null;
      },
      colour: (value) => (isColour(value) ? null : t('catalogue.colourInvalid')),
    },
    fieldOf: { tag_name_taken: 'name', label_name_taken: 'name' },
    command: useSave<Look>(marks[kind], mark?.id),
    request: (wanted, changed) => (mark ? changed : wanted),
    onSaved: onDone,
  });
  const { form } = entity;
  return (
    <DialogForm
      entity={entity}
      confirm={t(mark ? 'common.save' : 'catalogue.create')}
      className={classes.form}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onDone()}
      onCancel={onDone}
    >
      <TextInput autoFocus label={t('catalogue.name')} {...form.getInputProps('name')} />
      <ColourPicker
        label={t('catalogue.colour')}
        value={form.values.colour}
        error={form.errors.colour}
        onChange={(colour) => form.setFieldValue('colour', colour)}
      />
    </DialogForm>
  );
}

function freeColour(taken: MarkResponse[]): string {
  const used = new Set(taken.map(({ colour }) => colour));
  return Object.values(palette).find((colour) => !used.has(colour)) ?? palette.indigo;
}
