import { type Category, categories } from '../../../../blog/contract.ts';
import { fold } from '../../../../platform/text/fold.ts';

/** Names of categories and tags on other sites, in the singular, in addition to the six names themselves. */
const foreignNames: Readonly<Record<Category, readonly string[]>> = {
  Technology: [
    'tech',
    'programming',
    'code',
    'coding',
    'software',
    'hardware',
    'engineering',
    'development',
    'dev',
    'web',
    'javascript',
    'computer',
    'internet',
    'ai',
    'data',
    'open source',
    'release',
    'changelog',
    'announcement',
    'vulnerability',
    'security',
    'module',
    'npm',
    'feature',
    'migration',
    'weekly',
    'wg',
    'working group',
  ],
  Health: [
    'wellness',
    'fitness',
    'nutrition',
    'medicine',
    'medical',
    'mental health',
    'sleep',
    'sport',
    'exercise',
  ],
  Education: [
    'learning',
    'teaching',
    'school',
    'university',
    'course',
    'tutorial',
    'guide',
    'how to',
    'lesson',
    'science',
  ],
  Lifestyle: [
    'life',
    'food',
    'cooking',
    'recipe',
    'fashion',
    'home',
    'family',
    'culture',
    'music',
    'book',
    'garden',
    'personal',
  ],
  Travel: ['trip', 'adventure', 'destination', 'place', 'journey', 'hiking', 'holiday', 'city'],
  Other: [
    'uncategorized',
    'misc',
    'general',
    'news',
    'community',
    'event',
    'video',
    'blog',
    'post',
  ],
};

const byName: ReadonlyMap<string, Category> = new Map(
  categories.flatMap((category) =>
    [category, ...foreignNames[category]].map((name) => [fold(name), category] as const),
  ),
);

/** The category for a foreign name; undefined for an unknown one. */
export function categoryNamed(name: string): Category | undefined {
  const plain = fold(name)
    .replace(/[\s_-]+/g, ' ')
    .trim();
  return (
    byName.get(plain) ??
    byName.get(plain.replace(/s$/, '')) ??
    byName.get(plain.replace(/ies$/, 'y'))
  );
}

/** The first known category of these names; Other if there is none. */
export function mapCategory(names: readonly string[]): Category {
  const known = names.map(categoryNamed).filter((category) => category !== undefined);
  return known.find((category) => category !== 'Other') ?? 'Other';
}
