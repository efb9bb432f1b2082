// @module-tag slow
import { testAccess } from '../../scenes/access-tests.ts';
import { reachScenes } from '../../scenes/reach-scenes.ts';

testAccess(reachScenes);
