import { randomInt } from 'node:crypto';

/** A template, in the form of Meta's list of templates. */
export interface ShelvedTemplate {
  id: string;
  name: string;
  language: string;
  category: string;
  status: string;
  rejected_reason: string;
  quality_score: { score: string };
  components: unknown[];
}

/** The result of a review, with the field and value of Meta's webhook. */
export interface TemplateVerdict {
  field: 'message_template_status_update' | 'template_category_update' | 'message_template_quality_update';
  value: Record<string, unknown>;
}

/**
 * Templates of an account. The fake reviews a template by words in its name: `reject` is rejected, `pause` approved
 * and then paused, `marketing` approved as marketing, `refuse` refused at submission, `wait` not reviewed; any other
 * template is approved.
 */
export class TemplateShelf {
  readonly templates: ShelvedTemplate[] = [];

  /**
   * Adds a template.
   * @returns null if the account already has a template of this name and language
   */
  add(submitted: Partial<ShelvedTemplate>): ShelvedTemplate | null {
    const { name = '', language = 'en', category = 'UTILITY', components = [] } = submitted;
    if (this.templates.some((each) => each.name === name && each.language === language)) return null;
    const template: ShelvedTemplate = {
      ...{ name, language, category, components: kept(components) },
      ...{ id: String(randomInt(1e14, 2e14)), status: 'PENDING', rejected_reason: 'NONE' },
      quality_score: { score: 'UNKNOWN' },
    };
    this.templates.push(template);
    return template;
  }

  edit(id: string, { category, components }: Partial<ShelvedTemplate>): ShelvedTemplate | null {
    const template = this.templates.find((each) => each.id === id);
    if (!template) return null;
    if (components) template.components = kept(components);
    return Object.assign(template, { status: 'PENDING', category: category ?? template.category });
  }

  /**
   * Removes the templates that match.
   * @returns false if there were none
   */
  remove(is: (template: ShelvedTemplate) => boolean): boolean {
    const left = this.templates.filter((each) => !is(each));
    const wasThere = left.length < this.templates.length;
    this.templates.splice(0, this.templates.length, ...left);
    return wasThere;
  }

  /**
   * Reviews a template.
   * @returns the results, in the order in which Meta reports them
   */
  review(template: ShelvedTemplate): TemplateVerdict[] {
    const { name } = template;
    if (name.includes('wait')) return [];
    if (name.includes('reject')) {
      Object.assign(template, { status: 'REJECTED', rejected_reason: 'INVALID_FORMAT' });
      const rejection_info = {
        reason: 'Your template has parameters placed next to each other.',
        recommendation: 'Separate parameters with descriptive text.',
      };
      return [this.status(template, { reason: 'INVALID_FORMAT', rejection_info })];
    }
    const verdicts: TemplateVerdict[] = [];
    if (name.includes('marketing') && template.category !== 'MARKETING') {
      const previous_category = template.category;
      template.category = 'MARKETING';
      const value = { ...named(template), previous_category, new_category: 'MARKETING' };
      verdicts.push({ field: 'template_category_update', value });
    }
    template.status = 'APPROVED';
    verdicts.push(this.status(template, { reason: 'NONE' }));
    if (name.includes('pause')) {
      Object.assign(template, { status: 'PAUSED', quality_score: { score: 'RED' } });
      const value = { ...named(template), previous_quality_score: 'GREEN', new_quality_score: 'RED' };
      verdicts.push({ field: 'message_template_quality_update', value });
      verdicts.push(this.status(template, { reason: 'NONE', other_info: { title: 'FIRST_PAUSE' } }));
    }
    return verdicts;
  }

  private status(template: ShelvedTemplate, told: Record<string, unknown>): TemplateVerdict {
    const value = { ...named(template), event: template.status, ...told };
    return { field: 'message_template_status_update', value };
  }
}

function named({ id, name, language }: ShelvedTemplate) {
  return {
    message_template_id: Number(id),
    message_template_name: name,
    message_template_language: language,
  };
}

/** Replaces the text of a one-time password template, since Meta writes that text itself. */
function kept(components: unknown[]): unknown[] {
  return (components as Record<string, unknown>[]).map((component) =>
    component.add_security_recommendation === true
      ? {
          ...component,
          text: '*{{1}}* is your verification code.',
          example: { body_text: [['123456']] },
        }
      : component,
  );
}
