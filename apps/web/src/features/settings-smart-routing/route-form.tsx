import {
  ActionIcon,
  Button,
  Checkbox,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { weekdays, type OpenHours, type Weekday } from '@parley/contracts/events/channel.events';
import type {
  KeywordKind,
  KeywordMatch,
  SharingOrder,
  SmartRouteContactRule,
  SmartRouteContent,
  SmartRouteHours,
} from '@parley/contracts/events/smart-route.events';
import {
  faultIn,
  HIGHEST_CAP,
  LONGEST_KEYWORD,
  LONGEST_TITLE,
  MOST_FIRST_MESSAGES,
  MOST_KEYWORDS,
} from '@parley/contracts/routing/smart-route-rules';
import { SettingsSection } from '@parley/ui/settings-page';
import { TimeField } from '@parley/ui/time-field';
import type { Entity } from '@parley/ui/use-entity-form';
import { errorText } from '../../lib/i18n';
import { useTranslation } from '../../lib/translation';
import type { Choice, Names } from './use-names';
import classes from './routing.module.css';

/** A rule as its form holds it. */
export interface RouteForm {
  title: string;
  isOn: boolean;
  channelIds: string[];
  identityIds: string[];
  words: string[];
  match: KeywordMatch;
  by: KeywordKind;
  firstMessages: number | '';
  contact: SmartRouteContactRule[];
  templateIds: string[];
  hours: SmartRouteHours | null;
  assignTo: 'nobody' | 'user' | 'team';
  userId: string | null;
  teamId: string | null;
  sharing: SharingOrder | 'whole';
  cap: number | '';
  onlyAvailable: boolean;
  lastAgentFirst: boolean;
  reassignsOffline: boolean;
  addTagIds: string[];
  removeTagIds: string[];
  addLabelIds: string[];
  removeLabelIds: string[];
  addListIds: string[];
  removeListIds: string[];
  priority: 'asItIs' | 'high' | 'normal';
}

export const emptyRoute: RouteForm = {
  ...{ title: '', isOn: true, channelIds: [], identityIds: [], words: [], match: 'any', by: 'word' },
  ...{ firstMessages: '', contact: [], templateIds: [], hours: null, assignTo: 'nobody' },
  ...{ userId: null, teamId: null, addTagIds: [], removeTagIds: [], addLabelIds: [] },
  ...{ sharing: 'whole', cap: '', onlyAvailable: true, lastAgentFirst: false, reassignsOffline: false },
  ...{ removeLabelIds: [], addListIds: [], removeListIds: [], priority: 'asItIs' },
};

export function formOf({ title, isOn, conditions, actions }: SmartRouteContent): RouteForm {
  const { keywords, firstMessages, ...others } = conditions;
  const { highPriority, sharing, ...deeds } = actions;
  const { onlyAvailable, lastAgentFirst, reassignsOffline } = sharing ?? emptyRoute;
  return {
    ...{ title, isOn, ...others, ...deeds, onlyAvailable, lastAgentFirst, reassignsOffline },
    ...{ sharing: sharing?.by ?? 'whole', cap: sharing?.cap ?? '' },
    ...{ words: keywords?.words ?? [], match: keywords?.match ?? 'any', by: keywords?.by ?? 'word' },
    firstMessages: firstMessages ?? '',
    assignTo: actions.userId ? 'user' : actions.teamId ? 'team' : 'nobody',
    priority: highPriority === null ? 'asItIs' : highPriority ? 'high' : 'normal',
  };
}

export function contentOf(form: RouteForm): SmartRouteContent {
  const { channelIds, identityIds, words, match, by, firstMessages, contact, templateIds, hours } = form;
  const { sharing, cap, onlyAvailable, lastAgentFirst, reassignsOffline } = form;
  const { assignTo, userId, teamId, addTagIds, removeTagIds, addLabelIds, removeLabelIds } = form;
  return {
    title: form.title.trim(),
    isOn: form.isOn,
    conditions: {
      ...{ channelIds, identityIds, contact, templateIds, hours },
      keywords: words.length > 0 ? { words, match, by } : null,
      firstMessages: firstMessages === '' ? null : firstMessages,
    },
    actions: {
      userId: assignTo === 'user' ? userId : null,
      teamId: assignTo === 'team' ? teamId : null,
      sharing:
        assignTo === 'team' && teamId && sharing !== 'whole'
          ? { by: sharing, cap: cap === '' ? null : cap, onlyAvailable, lastAgentFirst, reassignsOffline }
          : null,
      ...{ addTagIds, removeTagIds, addLabelIds, removeLabelIds },
      ...{ addListIds: form.addListIds, removeListIds: form.removeListIds },
      highPriority: form.priority === 'asItIs' ? null : form.priority === 'high',
    },
  };
}

/** The field that a refusal is about. */
export const routeRefusals: Record<string, keyof RouteForm> = {
  route_keyword_empty: 'words',
  route_pattern_lookaround: 'words',
  route_pattern_backreference: 'words',
  route_pattern_invalid: 'words',
};

/** What can be told before the server is asked. */
export function useRouteRules() {
  const { t } = useTranslation();
  return (form: RouteForm) => {
    const errors: Partial<Record<keyof RouteForm, string>> = {};
    if (form.title.trim() === '') errors.title = t('routing.nameMissing');
    const fault = faultIn(contentOf(form));
    if (fault) errors[fieldOf[fault.code] ?? 'words'] = errorText(fault.code);
    return errors;
  };
}

const fieldOf: Record<string, keyof RouteForm> = {
  route_without_condition: 'words',
  route_without_action: 'assignTo',
  route_value_empty: 'contact',
  route_hours_invalid: 'hours',
};

interface FieldsProps {
  form: Entity<RouteForm>['form'];
  names: Names;
}

/** What has to hold, and what is done then. */
export function RouteFields({ form, names }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Stack gap={20} mt={16}>
        <TextInput label={t('routing.name')} maxLength={LONGEST_TITLE} {...form.getInputProps('title')} />
        <Switch label={t('routing.isOn')} {...form.getInputProps('isOn', { type: 'checkbox' })} />
      </Stack>
      <SettingsSection title={t('routing.when')} intro={t('routing.whenIntro')}>
        <Stack gap={20} mt={16}>
          <Many
            form={form}
            name="channelIds"
            label={t('routing.channels')}
            choices={names.choices.channel}
            none={t('routing.anyChannel')}
          />
          {(names.choices.identity.length > 0 || form.values.identityIds.length > 0) && (
            <Many
              form={form}
              name="identityIds"
              label={t('routing.identities')}
              choices={names.choices.identity}
              none={t('routing.anyIdentity')}
            />
          )}
          <Keywords form={form} />
          <NumberInput
            label={t('routing.first')}
            description={t('routing.firstHint')}
            min={1}
            max={MOST_FIRST_MESSAGES}
            allowDecimal={false}
            maw={240}
            {...form.getInputProps('firstMessages')}
          />
          <ContactRules form={form} fields={names.choices.field} />
          {(names.choices.template.length > 0 || form.values.templateIds.length > 0) && (
            <Many
              form={form}
              name="templateIds"
              label={t('routing.templates')}
              choices={names.choices.template}
              none={t('routing.anyTemplate')}
            />
          )}
          <Hours form={form} />
        </Stack>
      </SettingsSection>
      <SettingsSection title={t('routing.then')} intro={t('routing.byHand')}>
        <Stack gap={20} mt={16}>
          <Assignee form={form} names={names} />
          <Many form={form} name="addTagIds" label={t('routing.addTags')} choices={names.choices.tag} />
          <Many form={form} name="removeTagIds" label={t('routing.removeTags')} choices={names.choices.tag} />
          <Many form={form} name="addLabelIds" label={t('routing.addLabels')} choices={names.choices.label} />
          <Many
            form={form}
            name="removeLabelIds"
            label={t('routing.removeLabels')}
            choices={names.choices.label}
          />
          <Many form={form} name="addListIds" label={t('routing.addLists')} choices={names.choices.list} />
          <Many
            form={form}
            name="removeListIds"
            label={t('routing.removeLists')}
            choices={names.choices.list}
          />
          <Select
            label={t('routing.priority')}
            allowDeselect={false}
            maw={240}
            data={(['asItIs', 'high', 'normal'] as const).map((value) => ({
              value,
              label: t(`routing.${value}`),
            }))}
            {...form.getInputProps('priority')}
          />
        </Stack>
      </SettingsSection>
    </>
  );
}

type ManyName =
  | 'channelIds'
  | 'identityIds'
  | 'templateIds'
  | 'addTagIds'
  | 'removeTagIds'
  | 'addLabelIds'
  | 'removeLabelIds'
  | 'addListIds'
  | 'removeListIds';

/** Any of several; what is chosen and gone stays, and says that it is gone. */
function Many({
  form,
  name,
  label,
  choices,
  none,
}: {
  form: FieldsProps['form'];
  name: ManyName;
  label: string;
  choices: Choice[];
  none?: string;
}) {
  const { t } = useTranslation();
  const chosen = form.values[name];
  const gone = chosen.filter((id) => !choices.some(({ value }) => value === id));
  if (choices.length === 0 && chosen.length === 0 && !none) return null;
  return (
    <MultiSelect
      label={label}
      searchable
      data={[...choices, ...gone.map((value) => ({ value, label: t('routing.gone') }))]}
      placeholder={chosen.length === 0 ? none : undefined}
      {...form.getInputProps(name)}
    />
  );
}

/** So short a keyword is often part of other words. */
const SHORT = 3;

function Keywords({ form }: { form: FieldsProps['form'] }) {
  const { t } = useTranslation();
  const { words, by } = form.values;
  const isShort = by === 'contains' && words.some((word) => word.length <= SHORT && /\p{L}/u.test(word));
  return (
    <Stack gap={8}>
      <TagsInput
        label={t('routing.keywords')}
        description={t('routing.keywordsHint')}
        splitChars={[]}
        acceptValueOnBlur
        maxTags={MOST_KEYWORDS}
        maxLength={LONGEST_KEYWORD}
        {...form.getInputProps('words')}
        onChange={(typed) => {
          form.setFieldValue('words', typed.map((word) => word.trim()).filter(Boolean));
          form.clearFieldError('words');
        }}
      />
      {words.length > 0 && (
        <>
          <Select
            label={t('routing.by')}
            allowDeselect={false}
            maw={240}
            data={(['word', 'contains', 'exact', 'regex'] as const).map((value) => ({
              value,
              label: t(`routing.${value}`),
            }))}
            {...form.getInputProps('by')}
          />
          {words.length > 1 && (
            <SegmentedControl
              aria-label={t('routing.match')}
              data={(['any', 'all'] as const).map((value) => ({ value, label: t(`routing.${value}`) }))}
              {...form.getInputProps('match')}
            />
          )}
        </>
      )}
      {isShort && (
        <Text size="sm">
          {t('routing.short')}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => form.setFieldValue('by', 'word')}>
            {t('routing.useWord')}
          </Button>
        </Text>
      )}
    </Stack>
  );
}

function ContactRules({ form, fields }: { form: FieldsProps['form']; fields: Choice[] }) {
  const { t } = useTranslation();
  const rules = form.values.contact;
  const set = (contact: SmartRouteContactRule[]) => form.setFieldValue('contact', contact);
  const change = (at: number, changes: Partial<SmartRouteContactRule>) =>
    set(rules.map((rule, index) => (index === at ? { ...rule, ...changes } : rule)));
  return (
    <Stack gap={8}>
      {rules.map(({ field, is, value }, at) => (
        <div key={at} className={classes.contact} role="group" aria-label={t('routing.contact')}>
          <Select
            label={t('routing.field')}
            searchable
            allowDeselect={false}
            data={
              fields.some((one) => one.value === field)
                ? fields
                : [...fields, { value: field, label: t('routing.gone') }]
            }
            value={field}
            onChange={(chosen) => chosen && change(at, { field: chosen })}
          />
          <Select
            label={t('routing.comparison')}
            allowDeselect={false}
            data={(['is', 'isNot', 'contains', 'empty'] as const).map((one) => ({
              value: one,
              label: t(`routing.${one}`),
            }))}
            value={is}
            onChange={(chosen) =>
              chosen && change(at, { is: chosen, ...(chosen === 'empty' && { value: '' }) })
            }
          />
          <TextInput
            label={t('routing.value')}
            disabled={is === 'empty'}
            maxLength={500}
            value={value}
            onChange={(event) => change(at, { value: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={t('routing.removeContact')}
            onClick={() => set(rules.filter((_, index) => index !== at))}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
      {form.errors.contact && (
        <Text size="sm" c="var(--red)">
          {form.errors.contact}
        </Text>
      )}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => set([...rules, { field: 'company', is: 'contains', value: '' }])}
        >
          {t('routing.addContact')}
        </Button>
      </div>
    </Stack>
  );
}

const usual: OpenHours = { from: '09:00', to: '17:00' };

function Hours({ form }: { form: FieldsProps['form'] }) {
  const { t, language } = useTranslation();
  const { hours } = form.values;
  const set = (days: readonly Weekday[], span: OpenHours, zone: string, is: SmartRouteHours['is']) =>
    form.setFieldValue('hours', {
      is,
      hours: {
        timeZone: zone,
        days: Object.fromEntries(
          weekdays.map((day) => [day, days.includes(day) ? [{ ...span }] : []]),
        ) as unknown as SmartRouteHours['hours']['days'],
      },
    });
  const days = hours ? weekdays.filter((day) => hours.hours.days[day].length > 0) : weekdays.slice(0, 5);
  const span = (hours && days[0] && hours.hours.days[days[0]][0]) ?? usual;
  const zone = hours?.hours.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  // 2 February 2026 was a Monday.
  const nameOf = (day: Weekday) =>
    new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
      Date.UTC(2026, 1, 2 + weekdays.indexOf(day)),
    );
  return (
    <Stack gap={8}>
      <Select
        label={t('routing.hours')}
        allowDeselect={false}
        maw={240}
        error={form.errors.hours}
        data={(['always', 'inside', 'outside'] as const).map((value) => ({
          value,
          label: t(`routing.${value}`),
        }))}
        value={hours?.is ?? 'always'}
        onChange={(is) => {
          if (is === 'always' || !is) form.setFieldValue('hours', null);
          else if (hours) form.setFieldValue('hours', { ...hours, is });
          else set(days, span, zone, is);
        }}
      />
      {hours && (
        <>
          <Select
            label={t('routing.zone')}
            searchable
            allowDeselect={false}
            maw={360}
            limit={80}
            data={[...new Set([zone, ...Intl.supportedValuesOf('timeZone')])]}
            value={zone}
            onChange={(timeZone) =>
              timeZone && form.setFieldValue('hours', { ...hours, hours: { ...hours.hours, timeZone } })
            }
          />
          <MultiSelect
            label={t('routing.days')}
            data={weekdays.map((value) => ({ value, label: nameOf(value) }))}
            value={days}
            onChange={(chosen) => set(chosen, span, zone, hours.is)}
          />
          <TimeField
            label={t('routing.from')}
            value={span.from}
            hasError={false}
            onChange={(from) => from && set(days, { ...span, from }, zone, hours.is)}
          />
          <TimeField
            label={t('routing.to')}
            value={span.to}
            hasError={false}
            onChange={(to) => to && set(days, { ...span, to }, zone, hours.is)}
          />
          {span.to < span.from && (
            <Text size="sm" c="dimmed">
              {t('routing.overnight')}
            </Text>
          )}
        </>
      )}
    </Stack>
  );
}

function Assignee({ form, names }: FieldsProps) {
  const { t } = useTranslation();
  const { assignTo, userId, teamId } = form.values;
  const withGone = (choices: Choice[], id: string | null) =>
    id && !choices.some(({ value }) => value === id)
      ? [...choices, { value: id, label: t('routing.gone') }]
      : choices;
  return (
    <Stack gap={8}>
      <Select
        label={t('routing.assign')}
        allowDeselect={false}
        maw={240}
        data={(['nobody', 'user', 'team'] as const).map((value) => ({ value, label: t(`routing.${value}`) }))}
        {...form.getInputProps('assignTo')}
      />
      {assignTo === 'user' && (
        <Select
          label={t('routing.user')}
          searchable
          data={withGone(names.choices.user, userId)}
          {...form.getInputProps('userId')}
        />
      )}
      {assignTo === 'team' && (
        <Select
          label={t('routing.team')}
          searchable
          data={withGone(names.choices.team, teamId)}
          {...form.getInputProps('teamId')}
        />
      )}
      {assignTo === 'team' && <Sharing form={form} />}
    </Stack>
  );
}

/** How the team gives what it gets to its agents. */
function Sharing({ form }: Pick<FieldsProps, 'form'>) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        label={t('routing.sharing')}
        description={t('routing.sharingHint')}
        allowDeselect={false}
        maw={360}
        data={(['whole', 'turn', 'fewest'] as const).map((value) => ({
          value,
          label: t(`routing.${value}`),
        }))}
        {...form.getInputProps('sharing')}
      />
      {form.values.sharing !== 'whole' && (
        <>
          <NumberInput
            label={t('routing.cap')}
            description={t('routing.capHint')}
            min={1}
            max={HIGHEST_CAP}
            allowDecimal={false}
            maw={240}
            {...form.getInputProps('cap')}
          />
          {(['onlyAvailable', 'lastAgentFirst', 'reassignsOffline'] as const).map((name) => (
            <Checkbox
              key={name}
              label={t(`routing.${name}`)}
              description={t(`routing.${name}Hint`)}
              {...form.getInputProps(name, { type: 'checkbox' })}
            />
          ))}
        </>
      )}
    </>
  );
}
