import { useMemo, useState } from 'react';
import {
  Button,
  EmptyState,
  FileButton,
  Group,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
  useComputedColorScheme,
} from '@mantine/core';
import { IconArrowLeft, IconSearch, IconTemplate, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AssetResponse } from '@parley/contracts/api/conversations';
import type { SendRequest } from '@parley/contracts/api/conversations.requests';
import type { TemplateFileResponse, TemplateResponse } from '@parley/contracts/api/templates';
import { countedButtons, siteOf } from '@parley/contracts/rules/counted-links';
import {
  componentsOf,
  isMedia,
  missingSlots,
  shownTemplate,
  slotsOf,
  type TemplateSlot,
} from '@parley/contracts/rules/template-filling';
import { flawOfValue, MAX_TEMPLATE_TEXT_LENGTH } from '@parley/contracts/rules/template-rules';
import { fillExpressions, type VariableSource } from '@parley/contracts/rules/variable-expressions';
import { Dialog } from '@parley/ui/dialog';
import { Loadable } from '@parley/ui/loadable';
import { TemplatePreview } from '@parley/ui/template-preview';
import { api } from '../../../lib/api-client';
import { errorText } from '../../../lib/i18n';
import { isSendable, languageName, templatesQuery } from '../../../lib/templates';
import { toastFailure } from '../../../lib/toast';
import { useTranslation } from '../../../lib/translation';
import { upload } from '../../../lib/upload';
import { suggestedValues, valuesInOrder } from './suggested-values';
import classes from './template-picker.module.css';

export type ChosenTemplate = NonNullable<SendRequest['content']['template']>;

/** A template that the caller names, with values for its variables in order. */
export interface AskedTemplate {
  name: string;
  language?: string;
  parameters: string[];
}

export interface TemplatePickerProps {
  channelId: string;
  /** The template that the picker shows first; missing: the list of templates. */
  asked?: AskedTemplate;
  /** The recipient, whose fields replace placeholders in the values. */
  to: VariableSource;
  /**
   * Path to which a file for the header is uploaded; null if there is no conversation yet, so that none can be
   * uploaded.
   */
  uploadPath: string | null;
  /** Label of the button that confirms the template. */
  submit: string;
  onChosen: (template: ChosenTemplate) => void;
  onClose: () => void;
}

/**
 * Dialog in which the user finds an approved template of a channel and fills in its variables. Stays open if the
 * care window closes or opens.
 */
export function TemplatePicker({ onClose, ...picker }: TemplatePickerProps) {
  const { t } = useTranslation();
  const { asked, channelId } = picker;
  // Undefined until the requested template was searched; null if no template is chosen.
  const [chosen, setChosen] = useState<TemplateResponse | null>();
  const all = useQuery({ ...templatesQuery, refetchOnMount: 'always' });
  if (chosen === undefined && all.data) {
    const meant = asked ? all.data.data.filter((each) => isAsked(each, asked, channelId)) : [];
    setChosen(meant.length === 1 ? meant[0] : null);
  }
  return (
    <Dialog opened onClose={onClose} size={chosen ? 'xl' : 'lg'} title={chosen?.name ?? t('template.title')}>
      <Loadable query={all} failed={t('template.failed')}>
        {({ data, countedTarget }) =>
          chosen ? (
            <Fill
              {...picker}
              template={chosen}
              countedTarget={countedTarget}
              isStillThere={data.some((each) => each.id === chosen.id && isSendable(each, channelId))}
              onBack={() => setChosen(null)}
              onClose={onClose}
            />
          ) : (
            <Choose
              templates={data.filter((each) => isSendable(each, channelId))}
              begun={asked?.name ?? ''}
              onChoose={setChosen}
            />
          )
        }
      </Loadable>
    </Dialog>
  );
}

function isAsked(template: TemplateResponse, { name, language }: AskedTemplate, channelId: string): boolean {
  return (
    template.name === name && (!language || template.language === language) && isSendable(template, channelId)
  );
}

function Choose({
  templates,
  begun,
  onChoose,
}: {
  templates: TemplateResponse[];
  /** Initial search text. */
  begun: string;
  onChoose: (template: TemplateResponse) => void;
}) {
  const { t, language } = useTranslation();
  const [search, setSearch] = useState(begun);
  const words = search.trim().toLowerCase().split(/\s+/);
  const found = templates.filter(({ name, live, language: code }) => {
    const text = `${name} ${live?.content.body ?? ''} ${languageName(code, language)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  if (templates.length === 0) {
    return (
      <EmptyState
        icon={<IconTemplate stroke={1.3} />}
        title={t('template.none')}
        description={t('template.noneText')}
      />
    );
  }
  return (
    <Stack gap={12}>
      <TextInput
        data-autofocus
        leftSection={<IconSearch size={15} />}
        aria-label={t('template.search')}
        placeholder={t('template.search')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ul className={classes.list} aria-label={t('template.list')}>
        {found.map((template) => (
          <li key={template.id}>
            <UnstyledButton className={classes.option} onClick={() => onChoose(template)}>
              <span className={classes.name}>
                {template.name} <em>{languageName(template.language, language)}</em>
              </span>
              <span className={classes.words}>{template.live?.content.body}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {found.length === 0 && <Text size="sm">{t('template.nothing')}</Text>}
    </Stack>
  );
}

interface FillProps extends Omit<TemplatePickerProps, 'channelId'> {
  template: TemplateResponse;
  /** The URL that replaces the target of a button whose clicks are counted. */
  countedTarget: string;
  /** Whether the template can still be sent; false if it was paused or deleted while the user fills it in. */
  isStillThere: boolean;
  onBack: () => void;
}

function Fill({ template, countedTarget, asked, to, uploadPath, submit, isStillThere, ...close }: FillProps) {
  const { t } = useTranslation();
  const scheme = useComputedColorScheme('light');
  const content = template.live!.content;
  const slots = useMemo(() => slotsOf(content), [content]);
  const counted = countedButtons(content, countedTarget);
  const [typed, setTyped] = useState(() => ({
    ...suggestedValues(content, to),
    ...(asked?.name === template.name && valuesInOrder(content, asked.parameters)),
  }));
  const [file, setFile] = useState<File | null>(null);
  const [isSending, setSending] = useState(false);
  const hasDefault = template.attachment !== null;
  const isFilePlaced = (file !== null || hasDefault) && uploadPath !== null;
  const filled = Object.fromEntries(
    slots.map(({ key, kind }) => {
      if (isMedia(kind)) return [key, isFilePlaced ? 'file' : ''];
      return [key, fillExpressions(typed[key] ?? '', to).text.trim()];
    }),
  );
  const flaws = new Map(
    slots.map((slot) => {
      const value = typed[slot.key] ?? '';
      const leadsNowhere = counted.has(slot.key) && value !== '' && siteOf(value.trim()) === null;
      return [slot.key, leadsNowhere ? errorText('template_link_invalid') : flawOf(slot, value, to)];
    }),
  );
  const shown = shownTemplate(content, filled);
  const isTooLong = shown.text.length > MAX_TEMPLATE_TEXT_LENGTH;
  const isReady =
    missingSlots(content, filled).length === 0 &&
    [...flaws.values()].every((flaw) => flaw === null) &&
    !isTooLong &&
    isStillThere;

  const send = async () => {
    setSending(true);
    try {
      const values = { ...filled };
      const placed = slots.filter(({ kind }) => isMedia(kind));
      if (placed.length > 0 && uploadPath) {
        const asset = await upload<AssetResponse>(uploadPath, file ?? (await defaultFile(template)), {
          onProgress: () => undefined,
          signal: new AbortController().signal,
        });
        for (const { key } of placed) values[key] = asset.id;
      }
      for (const { key, kind } of slots) {
        if (kind === 'moment' && values[key]) values[key] = new Date(values[key]).toISOString();
      }
      const { name, language, id: templateId, externalId, provider } = template;
      close.onChosen({
        ...{ name, language, templateId, ...shown },
        ...(provider === 'bird' && externalId && { externalId }),
        components: componentsOf(content, values),
      });
      close.onClose();
    } catch (error) {
      toastFailure(error);
      setSending(false);
    }
  };
  return (
    <form
      className={classes.fill}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isSending) void send();
      }}
    >
      <Stack gap={12}>
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          leftSection={<IconArrowLeft size={14} />}
          onClick={close.onBack}
        >
          {t('template.back')}
        </Button>
        {slots.map((slot, index) =>
          isMedia(slot.kind) ? (
            <HeaderFile
              key={slot.key}
              slot={slot}
              template={template}
              file={file}
              isPossible={uploadPath !== null}
              onChange={setFile}
            />
          ) : (
            <SlotField
              key={slot.key}
              slot={slot}
              counted={counted.get(slot.key)}
              isFirst={index === 0}
              value={typed[slot.key] ?? ''}
              error={flaws.get(slot.key) ?? null}
              onChange={(value) => setTyped((before) => ({ ...before, [slot.key]: value }))}
            />
          ),
        )}
        {slots.length === 0 && <Text size="sm">{t('template.nothingToFill')}</Text>}
        {isTooLong && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {t('template.tooLong', { count: MAX_TEMPLATE_TEXT_LENGTH })}
          </Text>
        )}
        {!isStillThere && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {t('template.notApproved')}
          </Text>
        )}
      </Stack>
      <TemplatePreview content={content} values={filled} scheme={scheme} />
      <Group justify="flex-end" gap={8} className={classes.buttons}>
        <Button variant="default" onClick={close.onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          type="submit"
          disabled={!isReady}
          loading={isSending}
          data-autofocus={slots.length === 0 || undefined}
        >
          {submit}
        </Button>
      </Group>
    </form>
  );
}

/** Why the provider would refuse a value of a variable; null if it would not. */
function flawOf({ kind }: TemplateSlot, typed: string, to: VariableSource): string | null {
  if (typed === '' || isMedia(kind)) return null;
  const { text, missing } = fillExpressions(typed, to);
  if (missing.length > 0) return errorText('unresolved_variables');
  if (kind === 'location') return isPlace(text) ? null : errorText('template_place_invalid');
  const flaw = flawOfValue(text);
  return flaw && errorText(flaw);
}

function isPlace(text: string): boolean {
  const [latitude = NaN, longitude = NaN, ...more] = text.split(',').map(Number);
  return more.length === 0 && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

interface SlotFieldProps {
  slot: TemplateSlot;
  /** Label of the button with this slot if its clicks are counted; otherwise undefined. */
  counted: string | undefined;
  value: string;
  error: string | null;
  isFirst: boolean;
  onChange: (value: string) => void;
}

function SlotField({ slot, counted, value, error, isFirst, onChange }: SlotFieldProps) {
  const { t } = useTranslation();
  const { key, kind, name, example } = slot;
  const card = /^card\.(\d+)\./.exec(key);
  const what =
    kind === 'moment'
      ? t('template.offerEnds')
      : kind === 'location'
        ? t('template.place')
        : counted !== undefined
          ? t('template.linkOf', { button: counted })
          : key.includes('button')
            ? t('template.buttonValue')
            : key.includes('header')
              ? t('template.headerVariable', { name })
              : t('template.variable', { name });
  return (
    <TextInput
      data-autofocus={isFirst || undefined}
      type={kind === 'moment' ? 'datetime-local' : 'text'}
      label={card ? `${t('template.card', { number: Number(card[1]) + 1 })}: ${what}` : what}
      placeholder={kind === 'location' ? '52.3702, 4.8952' : counted === undefined ? example : 'https://'}
      value={value}
      error={error}
      maxLength={MAX_TEMPLATE_TEXT_LENGTH}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const accepted = { image: 'image/jpeg,image/png', video: 'video/mp4,video/3gpp', document: undefined };

interface HeaderFileProps {
  slot: TemplateSlot;
  template: TemplateResponse;
  file: File | null;
  isPossible: boolean;
  onChange: (file: File | null) => void;
}

function HeaderFile({ slot, template, file, isPossible, onChange }: HeaderFileProps) {
  const { t } = useTranslation();
  const { attachment, isAttachmentLocked } = template;
  if (!isMedia(slot.kind)) return null;
  return (
    <div role="group" aria-label={t('template.file')}>
      <Text size="sm" fw={500}>
        {t('template.file')}
      </Text>
      <Text size="sm" mb={6} style={{ overflowWrap: 'anywhere' }}>
        {file?.name ?? attachment?.fileName ?? t('template.noFile')}
      </Text>
      {!isPossible && (
        <Text size="xs" c="var(--mantine-color-error)">
          {t('template.fileNotPossible')}
        </Text>
      )}
      {isPossible && !isAttachmentLocked && (
        <FileButton accept={accepted[slot.kind]} onChange={onChange}>
          {(props) => (
            <Button {...props} variant="default" size="xs" leftSection={<IconUpload size={14} />}>
              {t('template.chooseFile')}
            </Button>
          )}
        </FileButton>
      )}
      {isAttachmentLocked && (
        <Text size="xs" c="dimmed">
          {t('template.fileLocked')}
        </Text>
      )}
    </div>
  );
}

async function defaultFile({ id, attachment }: TemplateResponse): Promise<File> {
  const { url } = await api<TemplateFileResponse>(`/api/v3/templates/${id}/attachment`);
  const body = await (await fetch(url)).blob();
  return new File([body], attachment?.fileName ?? 'file', { type: attachment?.contentType });
}
