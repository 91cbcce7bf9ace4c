"""What the demo asks its shop: questions with what an LLM chose and what is known to be right."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Question:
    """One run to make. `key` never changes, so that a second seeding finds the run of the first.

    `expected` is given with the run; `marked` is what an operator says afterwards.
    """

    key: str
    query: str
    llm_target: str = ""
    expected: str = ""
    marked: str = ""
    top_k: int = 8
    entities: Mapping[str, Any] = field(default_factory=dict)


# Oldest first: the list of runs shows the last one on top, which is the example that says most.
QUESTIONS = (
    # No LLM has chosen: the evidence decides alone.
    Question("demo-list-refundable", "환불 가능한 주문 목록 보여줘"),
    Question("demo-reviews", "show product reviews", entities={"productNo": 1007}),
    Question("demo-shipment", "order 배송 추적 shipment", entities={"orderNo": "O-20391"}),
    Question("demo-wishlist", "찜 목록"),
    # The LLM and the evidence agree.
    Question(
        "demo-delivery-list", "회원 배송지 목록 보여줘", "getMemberDeliveryList", expected="getMemberDeliveryList"
    ),
    Question("demo-delivery-one", "Show the details of one member delivery", "getMemberDeliveryDetail"),
    Question("demo-payment", "결제 내역 조회", "getPayment"),
    Question("demo-unlock", "unlock the member", "unlockMember", entities={"memberNo": 77}),
    Question("demo-refund", "환불 신청하고 싶어요", "createRefund", entities={"orderNo": "O-20388"}),
    Question("demo-image", "상품 이미지 올리기", "uploadProductImage"),
    Question("demo-phone", "010-1234-5678 번호를 쓰는 회원 찾아줘", "searchMembers"),
    # Strong evidence replaces what the LLM chose.
    Question("demo-invoice", "download the invoice of an order", "getOrderDetail", expected="downloadInvoice"),
    Question("demo-refundable", "환불 가능한 주문 찾아줘", "searchRefunds", marked="getRefundableOrders"),
    Question("demo-inventory", "check the inventory of one SKU", "searchProducts", entities={"skuId": "SKU-9"}),
    Question("demo-count", "회원이 몇 명인지 알려줘", "searchMembers", expected="getMemberCount"),
    Question("demo-search", "상품 search 해줘", "getProduct"),
    # The LLM's choice stays: too close to call, or the other way round would be a change that nobody asked for.
    Question("demo-general", "일반 주문 정보를 조회해줘", "getOrderInfo", marked="getGeneralOrderInfo"),
    Question("demo-relock", "회원 잠금 해제", "lockMember"),
    Question("demo-summary", "주문 정보 조회", "getOrderSummary"),
    Question("demo-cancel", "주문 취소하지 말고 상태만 보여줘", "cancelOrder"),
    # The LLM has chosen what is not there.
    Question("demo-unknown", "시크릿 목록 보여줘", "listSecrets"),
    # Retrieval misses: the words are too far from the document's, or there is no such thing in the shop.
    Question("demo-papers", "지난달 정산 서류 받고 싶어요", expected="downloadInvoice", top_k=3),
    Question("demo-everything", "everything about order O-20391", expected="getOrderShipment", top_k=3),
    Question("demo-weather", "내일 서울 날씨 알려줘"),
    Question("demo-forecast", "weather forecast for tomorrow", "getWeatherForecast"),
    # The example to open first: a list chosen where one delivery was asked for.
    Question(
        "demo-detail",
        "회원 배송지 상세 정보를 조회해줘",
        "getMemberDeliveryList",
        expected="getMemberDeliveryDetail",
        entities={"deliveryNo": 3},
    ),
)
