import { testLaws } from "./tests";

testLaws("trees");
