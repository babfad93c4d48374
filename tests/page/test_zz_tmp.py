from tests.page.conftest import *
from tests.page.test_axe import *
def test_x(come):
    for i in range(2):
        p=come("phone","de"); SCREENS["start"](p)
        for t in ("light","dark"):
            p.page.emulate_media(color_scheme=t)
            v=violations(p)
            print(t, len(v)); print("\n".join(x[:600] for x in v[:3]))
            print(t, len(violations(p)))
    p=come("desktop","en"); SCREENS["skull"](p)
    p.page.emulate_media(color_scheme="dark")
    for i in range(2): print("\n".join(x[:600] for x in violations(p)), "----")
