import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { MARK_NAME_LENGTH, type CreatedResponse, type MarkResponse } from '@parley/contracts/api/catalogue';
import type { CreateMarkRequest } from '@parley/contracts/api/catalogue.requests';
import { errorText } from '../../lib/i18n';
import { codeOf } from '../../lib/problem';
import { ColourPicker } from '@parley/ui/colour-picker';
import { isColour, palette } from '@parley/ui/colours';
import { LeaveGuard } from '@parley/ui/save-bar';
import { useTranslation } from '../../lib/translation';
import { useCatalogueCommand, type MarkKind } from './catalogue-api';
import classes from './catalogue.module.css';

interface MarkFormProps {
  kind: MarkKind;
  /** The one to change; a new one where there is none. */
  mark?: MarkResponse;
  /** Those that are there, whose colours a new one does without as long as others are left. */
  taken: MarkResponse[];
  onDone: () => void;
}

/** The name and the colour of a tag or label, where its row stands. */
export function MarkForm({ kind, mark, taken, onDone }: MarkFormProps) {
  const { t } = useTranslation();
  const command = useCatalogueCommand<CreatedResponse>(kind === 'tag' ? 'tags' : 'labels');
  const form = useForm<CreateMarkRequest>({
    initialValues: { name: mark?.name ?? '', colour: mark?.colour ?? freeColour(taken) },
    validate: {
      name: (value) => {
        if (value.trim() === '') return t('catalogue.nameMissing');
        return value.trim().length > MARK_NAME_LENGTH
          ? t('catalogue.tooLong', { count: MARK_NAME_LENGTH })
          : null;
      },
      colour: (value) => (isColour(value) ? null : t('catalogue.colourInvalid')),
    },
  });
  const save = (body: CreateMarkRequest) =>
    command.mutate(mark ? { method: 'PATCH', path: `/${mark.id}`, body } : { method: 'POST', body }, {
      onSuccess: onDone,
      onError: (error) => {
        const isName = codeOf(error).endsWith('_name_taken');
        form.setFieldError(isName ? 'name' : 'colour', errorText(codeOf(error)));
      },
    });
  return (
    <form
      className={classes.form}
      onSubmit={form.onSubmit(save)}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onDone()}
      noValidate
    >
      <TextInput autoFocus label={t('catalogue.name')} {...form.getInputProps('name')} />
      <ColourPicker
        label={t('catalogue.colour')}
        value={form.values.colour}
        error={form.errors.colour}
        onChange={(colour) => form.setFieldValue('colour', colour)}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={command.isPending}>
          {t(mark ? 'common.save' : 'catalogue.create')}
        </Button>
      </div>
      <LeaveGuard when={form.isDirty() && !command.isPending && !command.isSuccess} />
    </form>
  );
}

function freeColour(taken: MarkResponse[]): string {
  const used = new Set(taken.map(({ colour }) => colour));
  return Object.values(palette).find((colour) => !used.has(colour)) ?? palette.indigo;
}
