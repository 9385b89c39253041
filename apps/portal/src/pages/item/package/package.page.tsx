import { isCallError } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import { Breadcrumb, ErrorState } from '@cme/ui';
import { PageHead, useSession } from '@cme/shell';
import { useParams } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import { words } from '../../../components/words.ts';
import { createCourseData } from '../course-data.ts';
import { ItemHead } from '../item-head.tsx';
import { ItemMissing } from '../item-missing.tsx';
import { ItemSkeleton } from '../item-skeleton.tsx';
import css from '../item.module.css';
import { ClassView } from './class-view.tsx';
import { packageQuery } from './package.queries.ts';
import { packageWords } from './package.words.ts';
import { PackageButtons } from './package-buttons.tsx';
import { hasPriceNote, PackagePriceNote, PackagePrice } from './package-price.tsx';
import { PackageTabs } from './package-tabs.tsx';

export function PackagePage() {
  const { id = '' } = useParams();
  const { signedIn } = useSession();
  const open = useQuery(packageQuery(id));
  const mine = useQuery({ ...packageQuery(id, true), enabled: signedIn });
  const pkg = (signedIn ? mine.data : undefined) ?? open.data;
  const error = pkg ? undefined : (mine.error ?? open.error);

  if (isCallError(error) && error.statusCode === 404) return <ItemMissing error={error} id={id} />;
  if (error)
    return (
      <ErrorState
        error={error}
        onRetry={() => void Promise.all([open.refetch(), signedIn && mine.refetch()])}
      />
    );
  if (!pkg) return <ItemSkeleton />;
  const trail = [
    { title: words.home, href: linkTo.home() },
    { title: words.profession, href: linkTo.profession() },
    { title: pkg.title },
  ];
  return (
    <div className={css.page}>
      <PageHead
        name={pkg.title}
        description={pkg.summary || pkg.subtitle}
        image={pkg.cover}
        trail={trail}
        data={[createCourseData(pkg, linkTo.package(id))]}
      />
      {pkg.content_type === 'X' ? (
        <ClassView pkg={pkg} />
      ) : (
        <>
          <Breadcrumb trail={trail} />
          <ItemHead
            item={pkg}
            count={packageWords.count(pkg.courses.length)}
            price={<PackagePrice pkg={pkg} />}
            priceNote={hasPriceNote(pkg) ? <PackagePriceNote pkg={pkg} /> : null}
          >
            <PackageButtons pkg={pkg} settled={!signedIn || mine.data !== undefined} />
          </ItemHead>
          <div className={css.tabsWide}>
            <PackageTabs pkg={pkg} />
          </div>
        </>
      )}
    </div>
  );
}
