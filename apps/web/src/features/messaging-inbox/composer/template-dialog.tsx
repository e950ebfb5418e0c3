import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Chat } from '@parley/contracts/api/conversations';
import {
  flawOfButton,
  flawOfLine,
  flawOfValue,
  LONGEST_TEMPLATE_BUTTON,
  LONGEST_TEMPLATE_LINE,
  LONGEST_TEMPLATE_TEXT,
  MOST_TEMPLATE_BUTTONS,
  type TemplateFlaw,
} from '@parley/contracts/events/template-rules';
import { errorText } from '../../../lib/i18n';
import { useTranslation } from '../../../lib/translation';
import { messaging } from '../messaging';
import { useViewer } from '../viewer';
import { fillVariables, variableCount } from './template-text';

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

const said = (flaw: TemplateFlaw | null | undefined) => (flaw ? errorText(flaw) : null);

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
        return fillVariables(value, parameters).length > LONGEST_TEMPLATE_TEXT
          ? t('template.tooLong', { count: LONGEST_TEMPLATE_TEXT })
          : null;
      },
      buttons: (value) => {
        const lines = linesOf(value);
        const isFine =
          lines.length <= MOST_TEMPLATE_BUTTONS &&
          lines.every((line) => line.length <= LONGEST_TEMPLATE_BUTTON);
        const most = { count: MOST_TEMPLATE_BUTTONS, length: LONGEST_TEMPLATE_BUTTON };
        return isFine ? said(lines.map(flawOfButton).find(Boolean)) : t('template.tooManyButtons', most);
      },
      header: (value) => said(flawOfLine(value)),
      footer: (value) => said(flawOfLine(value)),
    },
    validateInputOnBlur: true,
  });
  const { name, language, body, parameters } = form.values;
  const variables = Array.from({ length: variableCount(body) }, (_, index) => parameters[index] ?? '');
  const isFilled = variables.every((value) => value.trim() !== '' && !flawOfValue(value));
  const text = fillVariables(body, variables);

  const submit = () => {
    const { header, footer } = form.values;
    const buttons = linesOf(form.values.buttons);
    const around = {
      ...(header.trim() && { header: header.trim() }),
      ...(footer.trim() && { footer: footer.trim() }),
      ...(buttons.length > 0 && { buttons }),
    };
    const sender = { userId, name: chat.contact.name };
    messaging.of(chat.id).send(sender, {
      template: { name, language, parameters: variables, text, ...around },
    });
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
              error={said(flawOfValue(value))}
              maxLength={LONGEST_TEMPLATE_TEXT}
              onChange={(event) => form.setFieldValue(`parameters.${index}`, event.currentTarget.value)}
            />
          ))}
          <Group grow align="flex-start" gap="sm">
            <TextInput
              label={t('template.header')}
              maxLength={LONGEST_TEMPLATE_LINE}
              {...form.getInputProps('header')}
            />
            <TextInput
              label={t('template.footer')}
              maxLength={LONGEST_TEMPLATE_LINE}
              {...form.getInputProps('footer')}
            />
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
