import type {
  KeywordKind,
  KeywordMatch,
  SharingOrder,
  SmartRouteContactRule,
  SmartRouteContent,
  SmartRouteHours,
} from '@parley/contracts/events/smart-route.events';
import { faultIn } from '@parley/contracts/routing/smart-route-rules';
import type { Entity } from '@parley/ui/use-entity-form';
import { errorText } from '../../lib/i18n';
import { useTranslation } from '../../lib/translation';

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

export interface RouteFieldsProps {
  form: Entity<RouteForm>['form'];
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

/** Form field by problem code of the server. */
export const routeRefusals: Record<string, keyof RouteForm> = {
  route_keyword_empty: 'words',
  route_pattern_lookaround: 'words',
  route_pattern_backreference: 'words',
  route_pattern_too_complex: 'words',
  route_pattern_invalid: 'words',
};

/** Validation functions by field, run before the request is sent. */
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
