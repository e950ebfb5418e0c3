import type { KeyboardEvent } from 'react';
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Menu,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { flushSync } from 'react-dom';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { WrittenTemplate } from '@parley/contracts/events';
import { countedButtons } from '@parley/contracts/rules/counted-links';
import {
  examplesIn,
  examplesOf,
  templateHeaderFormats,
  variablesIn,
  type TemplateButton,
  type TemplateHeader,
} from '@parley/contracts/events/template-content';
import { slotsOf } from '@parley/contracts/rules/template-filling';
import {
  MAX_TEMPLATE_BUTTON_LENGTH,
  MAX_TEMPLATE_LINE_LENGTH,
  MAX_TEMPLATE_TEXT_LENGTH,
  type BrokenTemplateRule,
} from '@parley/contracts/rules/template-rules';
import { useTranslation } from '../../lib/translation';
import classes from './templates.module.css';

interface FieldsProps {
  form: UseFormReturnType<WrittenTemplate>;
  broken: BrokenTemplateRule[];
}

interface CountingProps extends FieldsProps {
  /** URL that replaces the target of buttons whose clicks are counted; from the server. */
  countedTarget: string;
}

export function ContentFields(props: CountingProps) {
  return (
    <Stack gap={16} mt={16}>
      <HeaderField {...props} />
      <BodyField {...props} />
      <FooterField {...props} />
      <ButtonFields {...props} />
      <ExampleFields {...props} />
    </Stack>
  );
}

/**
 * @returns a function that returns the error of a field; an empty field has no error, because it is already counted
 * among the things left to do
 */
function useFlaw(broken: BrokenTemplateRule[]) {
  const { t } = useTranslation();
  return (field: string, value: string) => {
    const flaw = broken.find((each) => each.field === field);
    return flaw && value !== '' ? t(`templates.rules.${flaw.rule}`) : null;
  };
}

function Count({ text, most }: { text: string; most: number }) {
  return (
    <span className={classes.count} data-over={text.length > most || undefined}>
      {text.length}/{most}
    </span>
  );
}

function HeaderField({ form, broken }: FieldsProps) {
  const { t } = useTranslation();
  const flaw = useFlaw(broken);
  const { header } = form.values.content;
  const choose = (format: string | null) =>
    form.setFieldValue(
      'content.header',
      format === null || format === 'none'
        ? null
        : { format: format as TemplateHeader['format'], text: format === 'text' ? (header?.text ?? '') : '' },
    );
  return (
    <Group grow align="flex-start" gap={12}>
      <Select
        label={t('templates.header')}
        allowDeselect={false}
        data={['none', ...templateHeaderFormats].map((value) => ({
          value,
          label: t(`templates.headers.${value as 'none'}`),
        }))}
        value={header?.format ?? 'none'}
        onChange={choose}
      />
      {header?.format === 'text' && (
        <TextInput
          data-field="header"
          label={t('templates.headerText')}
          rightSection={<Count text={header.text} most={MAX_TEMPLATE_LINE_LENGTH} />}
          rightSectionWidth={56}
          {...form.getInputProps('content.header.text')}
          error={flaw('header', header.text)}
        />
      )}
    </Group>
  );
}

function BodyField({ form, broken }: FieldsProps) {
  const { t } = useTranslation();
  const flaw = useFlaw(broken);
  const { body } = form.values.content;
  // Typing `{` inserts a complete variable with the next number.
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== '{' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    insertVariable(event.currentTarget);
  };
  const insertVariable = (field: HTMLTextAreaElement) => {
    const written = `{{${nextNumber(body)}}}`;
    const [from, to] = [field.selectionStart, field.selectionEnd];
    // Renders synchronously, so that a letter typed before the next frame is placed after the variable.
    flushSync(() => form.setFieldValue('content.body', body.slice(0, from) + written + body.slice(to)));
    field.setSelectionRange(from + written.length, from + written.length);
  };
  return (
    <Textarea
      data-field="body"
      label={t('templates.body')}
      description={t('templates.bodyHint', { brace: '{' })}
      autosize
      minRows={5}
      maxRows={16}
      onKeyDown={onKeyDown}
      {...form.getInputProps('content.body')}
      error={flaw('body', body)}
      rightSection={<Count text={body} most={MAX_TEMPLATE_TEXT_LENGTH} />}
      rightSectionWidth={76}
      rightSectionProps={{ className: classes.corner }}
    />
  );
}

function nextNumber(body: string): number {
  const numbers = variablesIn(body).map(Number).filter(Number.isInteger);
  return Math.max(0, ...numbers) + 1;
}

function FooterField({ form, broken }: FieldsProps) {
  const { t } = useTranslation();
  const flaw = useFlaw(broken);
  const { footer } = form.values.content;
  return (
    <TextInput
      data-field="footer"
      label={t('templates.footer')}
      rightSection={<Count text={footer} most={MAX_TEMPLATE_LINE_LENGTH} />}
      rightSectionWidth={56}
      {...form.getInputProps('content.footer')}
      error={flaw('footer', footer)}
    />
  );
}

const addable = ['quick-reply', 'url', 'phone', 'copy-code', 'otp'] as const;

function ButtonFields({ form, broken, countedTarget }: CountingProps) {
  const { t } = useTranslation();
  const flaw = useFlaw(broken);
  const { buttons } = form.values.content;
  const all = broken.find(({ field }) => field === 'buttons');
  const set = (changed: TemplateButton[]) => form.setFieldValue('content.buttons', changed);
  const add = (type: TemplateButton['type']) =>
    set([...buttons, { type, text: '', target: '', ...(type === 'otp' && { kind: 'COPY_CODE' }) }]);
  const change = (index: number, changes: Partial<TemplateButton>) =>
    set(buttons.map((button, at) => (at === index ? { ...button, ...changes } : button)));
  // The template contains a URL of the server, which WhatsApp reviews and which redirects; the real target is chosen
  // when sending.
  const count = (index: number, isCounted: boolean) => {
    change(index, { target: isCounted ? countedTarget : '' });
    const examples = { ...examplesIn(form.values.content), [`button.${index}`]: isCounted ? 'example' : '' };
    form.setFieldValue('content.examples', examplesOf(examples));
  };
  return (
    <div role="group" aria-label={t('templates.buttons')} data-field="buttons">
      <Text size="sm" fw={500} mb={4}>
        {t('templates.buttons')}
      </Text>
      {buttons.map(({ type, text, target }, index) => {
        const name = t('templates.buttonNumber', { number: index + 1 });
        return (
          <div key={index} className={classes.button}>
            <TextInput
              data-field={`buttons.${index}.text`}
              label={`${name}: ${t(`templates.buttonTypes.${type}`)}`}
              value={text}
              rightSection={<Count text={text} most={MAX_TEMPLATE_BUTTON_LENGTH} />}
              rightSectionWidth={56}
              error={flaw(`buttons.${index}.text`, text)}
              onChange={(event) => change(index, { text: event.currentTarget.value })}
            />
            {(type === 'url' || type === 'phone') && (
              <TextInput
                data-field={`buttons.${index}.target`}
                label={t(`templates.targets.${type}`)}
                description={type === 'url' ? t('templates.urlHint', { variable: '{{1}}' }) : undefined}
                placeholder={type === 'url' ? 'https://' : '+31 20 555 0101'}
                value={target}
                readOnly={target === countedTarget}
                error={flaw(`buttons.${index}.target`, target)}
                onChange={(event) => change(index, { target: event.currentTarget.value })}
              />
            )}
            <ActionIcon
              aria-label={t('templates.removeButton', { name })}
              onClick={() => set(buttons.filter((_, at) => at !== index))}
            >
              <IconTrash size={16} />
            </ActionIcon>
            {type === 'url' && (
              <Checkbox
                className={classes.wide}
                label={t('templates.countClicks')}
                description={t('templates.countClicksHint')}
                checked={target === countedTarget}
                onChange={(event) => count(index, event.currentTarget.checked)}
              />
            )}
          </div>
        );
      })}
      {all && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" mb={6}>
          {t(`templates.rules.${all.rule}`)}
        </Text>
      )}
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<IconPlus size={14} />}>
            {t('templates.addButton')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {addable.map((type) => (
            <Menu.Item key={type} onClick={() => add(type)}>
              {t(`templates.buttonTypes.${type}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

/** Inputs for example values of the variables, which the provider reviews. */
function ExampleFields({ form, broken, countedTarget }: CountingProps) {
  const { t } = useTranslation();
  const flaw = useFlaw(broken);
  const { content } = form.values;
  const slots = slotsOf(content).filter(({ kind }) => kind === 'text' || kind === 'code');
  const counted = countedButtons(content, countedTarget);
  const asked = slots.filter(({ key }) => !counted.has(key));
  if (asked.length === 0) return null;
  const examples = examplesIn(content);
  const set = (key: string, text: string) => {
    const kept = Object.fromEntries(slots.map((slot) => [slot.key, examples[slot.key] ?? '']));
    form.setFieldValue('content.examples', examplesOf({ ...kept, [key]: text }));
  };
  return (
    <div role="group" aria-label={t('templates.examples')}>
      <Text size="sm" fw={500}>
        {t('templates.examples')}
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        {t('templates.examplesHint')}
      </Text>
      <Stack gap={8}>
        {asked.map(({ key, name }) => (
          <TextInput
            key={key}
            data-field={`examples.${key}`}
            label={
              key.includes('button')
                ? t('templates.exampleOfButton', { number: Number(key.split('.').at(-1)) + 1 })
                : `{{${name}}}`
            }
            value={examples[key] ?? ''}
            error={flaw(`examples.${key}`, examples[key] ?? '')}
            onChange={(event) => set(key, event.currentTarget.value)}
          />
        ))}
      </Stack>
    </div>
  );
}
