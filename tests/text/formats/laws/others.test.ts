import { testLaws } from "./tests";

testLaws("others");
