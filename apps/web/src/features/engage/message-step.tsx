import { Alert, NumberInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BROADCAST_VALUE_LENGTH } from '@parley/contracts/api/broadcasts';
import type { TemplateResponse } from '@parley/contracts/api/templates';
import type { BroadcastValue } from '@parley/contracts/events';
import { countedButtons, siteOf } from '@parley/contracts/rules/counted-links';
import { isMedia, slotsOf } from '@parley/contracts/rules/template-filling';
import { attributesQuery } from '../../lib/directory';
import { isSendable, templatesQuery } from '../../lib/templates';
import { useTranslation } from '../../lib/translation';
import type { StepProps } from './steps';

/** Step for the values of the template's variables, and for a second template in a split test. */
export function MessageStep({ content, change, template, other, countedTarget }: StepProps) {
  const { t } = useTranslation();
  const { data: templates } = useQuery(templatesQuery);
  const { split } = content;
  const others = (templates?.data ?? []).filter(
    (each) => each.id !== content.templateId && isSendable(each, content.channelId ?? ''),
  );
  return (
    <Stack>
      <Values
        template={template}
        countedTarget={countedTarget}
        values={content.values}
        onChange={(values) => change({ values })}
      />
      <Switch
        label={t('engage.split')}
        description={t('engage.splitHint')}
        checked={split !== null}
        disabled={others.length === 0 && split === null}
        onChange={({ currentTarget }) =>
          change({
            split: currentTarget.checked ? { templateId: null, values: [], percent: 20, hours: 4 } : null,
          })
        }
      />
      {split && (
        <>
          <Select
            label={t('engage.otherTemplate')}
            data={others.map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` }))}
            value={split.templateId}
            onChange={(templateId) => change({ split: { ...split, templateId, values: [] } })}
          />
          <Values
            template={other}
            countedTarget={countedTarget}
            values={split.values}
            onChange={(values) => change({ split: { ...split, values } })}
          />
          <NumberInput
            label={t('engage.percent')}
            min={2}
            max={100}
            value={split.percent}
            onChange={(value) => change({ split: { ...split, percent: inside(value, 2, 100) } })}
          />
          <NumberInput
            label={t('engage.hours')}
            min={1}
            max={72}
            value={split.hours}
            onChange={(value) => change({ split: { ...split, hours: inside(value, 1, 72) } })}
          />
        </>
      )}
    </Stack>
  );
}

function Values({
  template,
  countedTarget,
  values,
  onChange,
}: {
  template: TemplateResponse | undefined;
  countedTarget: string;
  values: BroadcastValue[];
  onChange: (values: BroadcastValue[]) => void;
}) {
  const { t } = useTranslation();
  const { data: attributes = [] } = useQuery(attributesQuery);
  if (!template?.live) return null;
  const slots = slotsOf(template.live.content);
  const counted = countedButtons(template.live.content, countedTarget);
  const texts = slots.filter(({ kind }) => !isMedia(kind));
  const hasFile = slots.length > texts.length;
  const variables = [
    '{{contact.name|}}',
    '{{contact.phone}}',
    '{{contact.email}}',
    ...attributes.map(({ name }) => `{{attribute.${name}|}}`),
  ];
  const valueOf = (slot: string) => values.find((value) => value.slot === slot)?.text ?? '';
  const set = (slot: string, text: string) =>
    onChange([...values.filter((value) => value.slot !== slot), { slot, text }]);
  return (
    <>
      {hasFile && !template.attachment && <Alert color="yellow">{t('engage.noFile')}</Alert>}
      {texts.length === 0 && <Text c="dimmed">{t('engage.noVariables')}</Text>}
      {texts.map(({ key, name, example }) => {
        const button = counted.get(key);
        const isAmiss = button !== undefined && valueOf(key) !== '' && siteOf(valueOf(key)) === null;
        return (
          <div key={key}>
            <TextInput
              label={
                button === undefined
                  ? t('engage.valueOf', { name: name || key })
                  : t('engage.linkOf', { button })
              }
              description={button === undefined ? undefined : t('engage.linkHint')}
              error={isAmiss && t('engage.linkInvalid')}
              placeholder={button === undefined ? example : 'https://'}
              required
              maxLength={BROADCAST_VALUE_LENGTH}
              value={valueOf(key)}
              onChange={(event) => set(key, event.currentTarget.value)}
            />
            <Select
              mt={6}
              size="sm"
              aria-label={t('engage.insertInto', { name: button ?? (name || key) })}
              placeholder={t('engage.insert')}
              data={variables}
              value={null}
              searchable
              onChange={(variable) => variable && set(key, `${valueOf(key)}${variable}`)}
            />
          </div>
        );
      })}
      {texts.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('engage.fallbackHint')}
        </Text>
      )}
    </>
  );
}

function inside(value: string | number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.round(Number(value) || least)));
}
