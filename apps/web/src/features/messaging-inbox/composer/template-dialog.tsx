import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { Chat } from '@parley/contracts/api/conversations';
import { useViewer } from '../viewer';
import { send } from './send';
import { fillVariables, variableCount } from './template-text';

const MAX_TEXT = 1024;
const MAX_LINE = 60;
const MAX_BUTTON = 25;
const MOST_BUTTONS = 3;

interface Values {
  name: string;
  language: string;
  body: string;
  parameters: string[];
  header: string;
  footer: string;
  /** One a line. */
  buttons: string;
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Sends an approved template: its name at WhatsApp, its language, its text with the values of its variables. */
export default function TemplateDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const form = useForm<Values>({
    initialValues: {
      name: '',
      language: 'en',
      body: '',
      parameters: [],
      header: '',
      footer: '',
      buttons: '',
    },
    validate: {
      name: (value) => (/^[a-z0-9_]{1,512}$/.test(value) ? null : t('template.invalidName')),
      language: (value) => (/^[a-z]{2,3}(_[A-Z]{2})?$/.test(value) ? null : t('template.invalidLanguage')),
      body: (value, { parameters }) => {
        if (value.trim() === '') return t('template.noText');
        return fillVariables(value, parameters).length > MAX_TEXT
          ? t('template.tooLong', { count: MAX_TEXT })
          : null;
      },
      buttons: (value) => {
        const lines = linesOf(value);
        const isFine = lines.length <= MOST_BUTTONS && lines.every((line) => line.length <= MAX_BUTTON);
        return isFine ? null : t('template.tooManyButtons', { count: MOST_BUTTONS, length: MAX_BUTTON });
      },
    },
    validateInputOnBlur: true,
  });
  const { name, language, body, parameters } = form.values;
  const variables = Array.from({ length: variableCount(body) }, (_, index) => parameters[index] ?? '');
  const isFilled = variables.every((value) => value.trim() !== '');
  const text = fillVariables(body, variables);

  const submit = () => {
    const { header, footer } = form.values;
    const buttons = linesOf(form.values.buttons);
    const around = {
      ...(header.trim() && { header: header.trim() }),
      ...(footer.trim() && { footer: footer.trim() }),
      ...(buttons.length > 0 && { buttons }),
    };
    send(chat.id, userId, { template: { name, language, parameters: variables, text, ...around } });
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('template.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="sm">
          <Group grow align="flex-start" gap="sm">
            <TextInput
              data-autofocus
              label={t('template.name')}
              placeholder="order_update"
              {...form.getInputProps('name')}
            />
            <TextInput
              label={t('template.language')}
              placeholder="en_US"
              {...form.getInputProps('language')}
            />
          </Group>
          <Textarea
            label={t('template.text')}
            description={t('template.textHint', { open: '{{', close: '}}' })}
            autosize
            minRows={3}
            maxRows={8}
            {...form.getInputProps('body')}
          />
          {variables.map((value, index) => (
            <TextInput
              key={index}
              label={t('template.variable', { number: index + 1 })}
              value={value}
              maxLength={MAX_TEXT}
              onChange={(event) => form.setFieldValue(`parameters.${index}`, event.currentTarget.value)}
            />
          ))}
          <Group grow align="flex-start" gap="sm">
            <TextInput label={t('template.header')} maxLength={MAX_LINE} {...form.getInputProps('header')} />
            <TextInput label={t('template.footer')} maxLength={MAX_LINE} {...form.getInputProps('footer')} />
          </Group>
          <Textarea
            label={t('template.buttons')}
            description={t('template.buttonsHint')}
            autosize
            minRows={1}
            maxRows={3}
            {...form.getInputProps('buttons')}
          />
          {variables.length > 0 && (
            <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-wrap' }}>
              {text}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={!isFilled}>
              {t('composer.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
