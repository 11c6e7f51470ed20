import { testLaws } from "./laws-tests";

testLaws("trees");
