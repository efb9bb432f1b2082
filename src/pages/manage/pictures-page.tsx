import { ManagedPictures } from '../../features/pictures/web/manage/managed-pictures.tsx';
import { managedPicturesQuery } from '../../features/pictures/web/manage/managed-pictures-query.ts';
import { paths } from '../../paths.ts';
import { ListSearch } from '../../platform/web/ui/lists/list-search.tsx';
import { definePage, usePageQuery } from '../define-page.ts';
import { ManageLayout } from './manage-layout.tsx';

/** Maximum length of an address, in characters. */
const addressMax = 2_048;

function PicturesPage() {
  const { search } = usePageQuery(paths.managePictures);
  return (
    <ManageLayout
      title="Pictures"
      lead="Take a picture down for good, or clear somebody’s photo or bio: by the address of the picture, of a blog or of an author’s page."
    >
      <div className="mb-8">
        <ListSearch
          label="Address of a picture, a blog or an author"
          search={search}
          max={addressMax}
          to={(asked) => paths.managePictures.to({ search: asked })}
          path={paths.managePictures.path}
        />
      </div>
      <ManagedPictures address={search} />
    </ManageLayout>
  );
}

export const page = definePage(paths.managePictures, {
  component: PicturesPage,
  queries: ({ query }) => [managedPicturesQuery(query.search)],
  head: () => ({
    title: 'Pictures',
    description: 'Pictures and profiles that are looked after.',
    canonicalPath: paths.managePictures.to(),
  }),
});
