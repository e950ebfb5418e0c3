import { useState, type ReactNode } from 'react';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useFormats } from '../lib/format';
import { useTranslation } from '../lib/translation';
import { Dialog } from './dialog';
import { localInput, momentsAfter } from './moments';

interface MomentDialogProps {
  title: string;
  /** Text of the button that confirms the entered date and time. */
  submit: string;
  /** @param time ISO 8601 UTC */
  onChosen: (time: string) => void;
  onClose: () => void;
  /** Further choices other than a time. */
  children?: ReactNode;
}

/** Dialog that asks for a future time: one of the suggested times, or any date and time. */
export function MomentDialog({ title, submit, onChosen, onClose, children }: MomentDialogProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [opened] = useState(() => new Date());
  const [typed, setTyped] = useState('');
  const own = typed === '' ? null : new Date(typed);
  const isPast = own !== null && own <= opened;
  const choose = (time: Date) => {
    onChosen(time.toISOString());
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={title} size={420}>
      <Stack gap="xs">
        {momentsAfter(opened).map(({ choice, until }, index) => (
          <Button
            key={choice}
            variant="default"
            justify="space-between"
            size="md"
            data-autofocus={index === 0 || undefined}
            rightSection={<time dateTime={until.toISOString()}>{formats.full(until.toISOString())}</time>}
            onClick={() => choose(until)}
          >
            {t(`moment.${choice}`)}
          </Button>
        ))}
        {children}
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // The dialog may be a React child of another form, which must not be submitted by this event.
            event.stopPropagation();
            if (own && !isPast) choose(own);
          }}
        >
          <Group align="flex-end" gap="xs" wrap="nowrap">
            <TextInput
              type="datetime-local"
              style={{ flex: 1 }}
              label={t('moment.own')}
              min={localInput(opened)}
              value={typed}
              error={isPast ? t('moment.past') : null}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Button type="submit" disabled={!own || isPast}>
              {submit}
            </Button>
          </Group>
        </form>
      </Stack>
    </Dialog>
  );
}
