import { type FeaturedRule, featuredRules } from '../../../platform/site/own-settings.ts';
import { SelectField } from '../../../platform/web/ui/forms/field.tsx';
import { ChosenBlogs } from './chosen-blogs.tsx';
import { Part } from './part.tsx';
import type { SettingsForm } from './use-settings-form.ts';

const labels: Readonly<Record<FeaturedRule, string>> = {
  longest: 'The blogs with the most words',
  discussed: 'What most people saved and discussed in thirty days',
  chosen: 'Blogs that you choose',
};

const hints: Readonly<Record<FeaturedRule, string>> = {
  longest: 'Follows from the texts themselves.',
  discussed: 'Counted each hour, by people: who comments often counts once, and authors don’t.',
  chosen: 'Those that are hidden or removed are left out.',
};

/** The settings of Featured Blogs and Popular Posts. */
export function FeaturedPart({ form }: { readonly form: SettingsForm }) {
  const { values, errors, set } = form;
  const { featured } = values;
  return (
    <Part title="Featured Blogs and Popular Posts">
      <SelectField
        label="What is featured"
        name="featured"
        value={featured}
        error={errors.featured}
        hint={`${hints[featured]} The page of the featured blogs says which rule it is.`}
        onChange={({ target }) =>
          set('featured', featuredRules.find((rule) => rule === target.value) ?? 'longest')
        }
      >
        {featuredRules.map((rule) => (
          <option key={rule} value={rule}>
            {labels[rule]}
          </option>
        ))}
      </SelectField>
      {featured === 'chosen' && (
        <ChosenBlogs
          ids={values.featuredBlogs}
          error={errors.featuredBlogs}
          onIds={(ids) => set('featuredBlogs', ids)}
        />
      )}
    </Part>
  );
}
