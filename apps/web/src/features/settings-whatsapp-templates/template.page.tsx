import { useState } from 'react';
import {
  Alert,
  Button,
  Group,
  SegmentedControl,
  Select,
  Stack,
  TextInput,
  useComputedColorScheme,
} from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { TemplateResponse } from '@parley/contracts/api/templates';
import type { WrittenTemplate } from '@parley/contracts/events';
import { examplesIn, templateCategories } from '@parley/contracts/events/template-content';
import { brokenTemplateRules, type BrokenTemplateRule } from '@parley/contracts/rules/template-rules';
import { DangerBox, DangerRow } from '@parley/ui/danger';
import { ConfirmDialog } from '@parley/ui/dialog';
import { EntityForm } from '@parley/ui/entity-form';
import { EntityPage } from '@parley/ui/entity-page';
import { SettingsSection } from '@parley/ui/settings-page';
import { TemplatePreview } from '@parley/ui/template-preview';
import { useEntityForm, type Entity } from '@parley/ui/use-entity-form';
import { useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { can, useMe } from '../../lib/me';
import { useDelete, useSave } from '../../lib/resource';
import { languageName, templatesQuery } from '../../lib/templates';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { Attachment } from './attachment';
import { ContentFields } from './content-fields';
import { StatusPill } from './status-pill';
import classes from './templates.module.css';
import { attachmentUrl, templates, useSubmit, writtenOf } from './templates-api';

const LIST = '/settings/whatsapp-templates';

/** Page of one template, with previews in its other languages. */
export function Component() {
  const { t } = useTranslation();
  const { templateId } = useParams();
  return (
    <EntityPage
      wide
      query={useQuery(templatesQuery)}
      find={({ data }) => data.find(({ id }) => id === templateId)}
      titleOf={({ name }) => name}
      title={t('templates.one')}
      back={{ to: LIST, label: t('templates.title') }}
      failed={t('templates.failed')}
      missing={t('templates.missing')}
      icon={<IconTemplate stroke={1.4} />}
    >
      {(template, { data, countedTarget }) => (
        <Template key={template.id} template={template} all={data} countedTarget={countedTarget} />
      )}
    </EntityPage>
  );
}

function Template({
  template,
  all,
  countedTarget,
}: {
  template: TemplateResponse;
  all: TemplateResponse[];
  countedTarget: string;
}) {
  const { t } = useTranslation();
  const entity = useEntityForm<WrittenTemplate, Partial<WrittenTemplate>, unknown>({
    values: writtenOf(template),
    fieldOf: { template_name_taken: 'name', template_name_fixed: 'name' },
    command: useSave<WrittenTemplate>(templates, template.id),
    request: (_, changed) => changed,
    onSaved: () => toastMessage(t('templates.saved')),
  });
  const written = entity.form.values;
  const broken = missing(template, brokenTemplateRules(written));
  const mayChange = can(useMe().ability, 'update', 'messageTemplatesManager');
  const isLocked = !mayChange || template.status === 'pending';
  return (
    <>
      <Languages template={template} all={all} />
      <State template={template} />
      <div className={classes.split}>
        <EntityForm
          entity={entity}
          className={classes.form}
          onKeyDown={(event) => {
            if (!(event.metaKey || event.ctrlKey) || event.key !== 's') return;
            event.preventDefault();
            if (entity.isDirty) void entity.save(written);
          }}
          label={t('templates.saveDraft')}
        >
          <fieldset className={classes.fields} disabled={isLocked}>
            <Named template={template} entity={entity} broken={broken} />
            <ContentFields form={entity.form} broken={broken} countedTarget={countedTarget} />
          </fieldset>
        </EntityForm>
        <aside className={classes.aside}>
          <Preview template={template} written={written} />
          <Attachment template={template} format={written.content.header?.format} isDisabled={isLocked} />
        </aside>
      </div>
      <OtherLanguages template={template} all={all} />
      {mayChange && <Submit template={template} entity={entity} broken={broken} />}
      <Actions template={template} />
    </>
  );
}

/** Adds the header's file to the violated rules if it is missing; the rules cover only the text. */
function missing(template: TemplateResponse, broken: BrokenTemplateRule[]): BrokenTemplateRule[] {
  const format = (template.draft ?? template.live)?.content.header?.format ?? 'text';
  const needsFile = format !== 'text' && format !== 'location' && !template.attachment;
  return needsFile ? [...broken, { field: 'attachment', rule: 'header_missing' }] : broken;
}

/** The same template in all its languages. */
function languagesOf({ provider, accountId, name }: TemplateResponse, all: TemplateResponse[]) {
  return all.filter(
    (other) => other.name === name && other.provider === provider && other.accountId === accountId,
  );
}

function Languages({ template, all }: { template: TemplateResponse; all: TemplateResponse[] }) {
  const { t, language } = useTranslation();
  const { ability } = useMe();
  const languages = languagesOf(template, all);
  return (
    <nav className={classes.tabs} aria-label={t('templates.languages')}>
      {languages.map((each) => (
        <Link
          key={each.id}
          to={`${LIST}/${each.id}`}
          replace
          aria-current={each.id === template.id ? 'page' : undefined}
        >
          {languageName(each.language, language)} <StatusPill template={each} />
        </Link>
      ))}
      {can(ability, 'create', 'messageTemplatesManager') && (
        <Link to={`${LIST}/add?of=${template.id}`}>{t('templates.addLanguage')}</Link>
      )}
    </nav>
  );
}

/** Previews of the other languages, side by side; in tabs on narrow screens. */
function OtherLanguages({ template, all }: { template: TemplateResponse; all: TemplateResponse[] }) {
  const { t, language } = useTranslation();
  const scheme = useComputedColorScheme('light');
  const others = languagesOf(template, all).filter(({ id }) => id !== template.id);
  if (others.length === 0) return null;
  return (
    <section className={classes.beside} aria-label={t('templates.otherLanguages')}>
      {others.map((other) => {
        const { content } = writtenOf(other);
        return (
          <div key={other.id}>
            <Link className={classes.besideName} to={`${LIST}/${other.id}`} replace>
              {languageName(other.language, language)} <StatusPill template={other} />
            </Link>
            <TemplatePreview content={content} values={examplesIn(content)} scheme={scheme} />
          </div>
        );
      })}
    </section>
  );
}

/** Shows the template's state at the provider, with the reason and the next step. */
function State({ template }: { template: TemplateResponse }) {
  const { t } = useTranslation();
  const { full } = useFormats();
  const { status, reason, advice, isGone, refusal, askedCategory, live, draft, editableAt } = template;
  return (
    <Stack gap={8} mb={16}>
      {isGone && <Alert color="red">{t('templates.goneText')}</Alert>}
      {refusal && (
        <Alert color="red" title={errorText(refusal.code)}>
          {refusal.detail}
        </Alert>
      )}
      {!isGone && status !== 'draft' && status !== 'approved' && (
        <Alert color={colours[status]} title={t(`templates.is.${status}`)}>
          {reason && <p className={classes.said}>{reasonWords(t, reason)}</p>}
          {advice && <p className={classes.said}>{t('templates.advice', { advice })}</p>}
          <p className={classes.said}>{t(`templates.next.${status}`)}</p>
        </Alert>
      )}
      {askedCategory && live && (
        <Alert color="yellow">
          {t('templates.recategorised', { category: t(`templates.categories.${live.category}`) })}
        </Alert>
      )}
      {draft && live && <Alert color="blue">{t('templates.unsubmitted')}</Alert>}
      {editableAt && <Alert color="yellow">{t('templates.editableAt', { at: full(editableAt) })}</Alert>}
    </Stack>
  );
}

const colours = { pending: 'blue', rejected: 'red', paused: 'yellow', disabled: 'red' };

/** Meta's codes for the rejection of a template. */
const knownReasons = [
  ...(['ABUSIVE_CONTENT', 'INVALID_FORMAT', 'PROMOTIONAL'] as const),
  ...(['TAG_CONTENT_MISMATCH', 'INCORRECT_CATEGORY', 'SCAM'] as const),
];

function reasonWords(t: TFunction, reason: string): string {
  const known = knownReasons.find((each) => each === reason);
  return known ? t(`templates.reasons.${known}`) : reason;
}

interface NamedProps {
  template: TemplateResponse;
  entity: Entity<WrittenTemplate>;
  broken: BrokenTemplateRule[];
}

function Named({ template, entity, broken }: NamedProps) {
  const { t } = useTranslation();
  const { form } = entity;
  const flaw = broken.find(({ field }) => field === 'category');
  return (
    <Group grow align="flex-start" gap={12}>
      <TextInput
        label={t('templates.name')}
        description={template.live ? t('templates.nameFixed') : undefined}
        readOnly={template.live !== null}
        {...form.getInputProps('name')}
      />
      <Select
        label={t('templates.category')}
        allowDeselect={false}
        data={templateCategories.map((value) => ({ value, label: t(`templates.categories.${value}`) }))}
        {...form.getInputProps('category')}
        error={flaw && t(`templates.rules.${flaw.rule}`)}
      />
    </Group>
  );
}

function Preview({ template, written }: { template: TemplateResponse; written: WrittenTemplate }) {
  const { t } = useTranslation();
  const own = useComputedColorScheme('light');
  const [scheme, setScheme] = useState<'light' | 'dark' | null>(null);
  const { attachment } = template;
  const picture = useQuery({
    queryKey: ['template-attachment', template.id, attachment?.id],
    queryFn: () => attachmentUrl(template.id),
    enabled: attachment?.contentType.startsWith('image/') ?? false,
    staleTime: 60_000,
  });
  const shown = scheme ?? own;
  return (
    <section aria-label={t('template.preview')}>
      <SegmentedControl
        size="xs"
        mb={8}
        aria-label={t('templates.scheme')}
        value={shown}
        onChange={setScheme}
        data={[
          { value: 'light', label: t('templates.light') },
          { value: 'dark', label: t('templates.dark') },
        ]}
      />
      <TemplatePreview
        content={written.content}
        values={examplesIn(written.content)}
        scheme={shown}
        mediaUrl={picture.data}
      />
    </section>
  );
}

/**
 * Button that saves the template and submits it for review; while something is missing, a list of what is left to do.
 */
function Submit({ template, entity, broken }: NamedProps) {
  const { t } = useTranslation();
  const submit = useSubmit(template.id);
  const { status, draft, isGone, editableAt } = template;
  const isNews = draft !== null || entity.isDirty || isGone;
  if (status === 'pending' || status === 'disabled' || !isNews) return null;
  const press = async () => {
    if (entity.isDirty && !(await entity.save(entity.form.values))) return;
    submit.mutate(undefined, {
      onSuccess: () => toastMessage(t('templates.submitted')),
      onError: (error) => toastFailure(error),
    });
  };
  const [first] = broken;
  return (
    <Group justify="flex-end" gap={12} mt={16}>
      {first && (
        <Button variant="subtle" onClick={() => focusField(first.field)}>
          {t('templates.left', { count: broken.length })}
        </Button>
      )}
      <Button
        loading={submit.isPending}
        disabled={broken.length > 0 || editableAt !== null}
        onClick={() => void press()}
      >
        {t('templates.submit')}
      </Button>
    </Group>
  );
}

function focusField(field: string): void {
  const part = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`);
  const input = part?.matches('input, textarea, button')
    ? part
    : part?.querySelector<HTMLElement>('input, textarea, button');
  input?.focus();
}

function Actions({ template }: { template: TemplateResponse }) {
  const { t, language } = useTranslation();
  const { ability } = useMe();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const remove = useDelete(templates, template.id);
  const name = `${template.name} (${languageName(template.language, language)})`;
  if (!can(ability, 'delete', 'messageTemplatesManager')) return null;
  return (
    <SettingsSection title={t('templates.more')}>
      <DangerBox>
        <DangerRow hint={t('templates.duplicateHint')}>
          <Button component={Link} variant="default" to={`${LIST}/add?of=${template.id}&copy`}>
            {t('templates.duplicate')}
          </Button>
        </DangerRow>
        <DangerRow hint={t('templates.deleteHint')}>
          <Button variant="default" c="var(--red)" onClick={() => setAsking(true)}>
            {t('templates.delete')}
          </Button>
        </DangerRow>
      </DangerBox>
      <ConfirmDialog
        opened={isAsking}
        title={t('templates.deleteTitle', { name })}
        confirm={t('templates.delete')}
        action={() => remove.mutateAsync()}
        onDone={() => {
          toastMessage(t('templates.deleted', { name }));
          void navigate(LIST);
        }}
        onClose={() => setAsking(false)}
      >
        {t('templates.deleteText', { count: template.channelIds.length })}{' '}
        {template.provider === '360dialog' && template.live && t('templates.deleteAllLanguages')}
      </ConfirmDialog>
    </SettingsSection>
  );
}
