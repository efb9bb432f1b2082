// @module-tag slow
import { testAccess } from '../../scenes/access-tests.ts';
import { manageScenes } from '../../scenes/manage-scenes.ts';

testAccess(manageScenes);
